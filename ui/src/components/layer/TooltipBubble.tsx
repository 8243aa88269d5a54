import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  target: HTMLElement;
  opened: boolean;
  label: ReactNode;
}

/** The text of a `Tooltip`, placed where there is room for it. A file of its own: few visits ever need it. */
export default function TooltipBubble({ id, target, opened, label }: Props) {
  // Mantine gives the bubble an id of its own: what the target is described by is the text in it.
  return <MantineTooltip target={{ current: target }} opened={opened} label={<div id={id}>{label}</div>} />;
}
