import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  target: HTMLElement;
  opened: boolean;
  label: ReactNode;
}

/** The text of a `Hint`, placed where there is room for it. A file of its own: few visits ever need it. */
export default function HintBubble({ target, ...rest }: Props) {
  return <Tooltip target={{ current: target }} {...rest} />;
}
