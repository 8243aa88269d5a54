import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  target: HTMLElement;
  opened: boolean;
  label: ReactNode;
}

/** The text of a `Tooltip`, placed where it fits. In a separate chunk, because few visits need it. */
export default function TooltipBubble({ id, target, opened, label }: Props) {
  // Mantine assigns its own id to the bubble, so `aria-describedby` refers to the text inside.
  return <MantineTooltip target={{ current: target }} opened={opened} label={<div id={id}>{label}</div>} />;
}
