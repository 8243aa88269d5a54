import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  target: HTMLElement;
  opened: boolean;
  label: ReactNode;
}

/** The text of a `Tooltip`, placed where there is room for it. A file of its own: few visits ever need it. */
export default function TooltipBubble({ target, ...rest }: Props) {
  return <MantineTooltip target={{ current: target }} {...rest} />;
}
