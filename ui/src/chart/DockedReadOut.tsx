import type { ReactNode } from 'react';
import classes from './Chart.module.css';

interface Props {
  /** Place of the crosshair, 0 at the left edge of the pane and 1 at its right. */
  share: number;
  /** Whether the line runs through the lower half there. */
  low: boolean;
  children: ReactNode;
}

/** The tooltip: on the side of the crosshair and at the height that the line leaves empty. */
export function DockedReadOut({ share, low, children }: Props) {
  const left = share > 0.5;
  const side = left
    ? { right: `calc(${100 * (1 - share)}% + 1.125rem)` }
    : { left: `calc(${100 * share}% + 1.125rem)` };
  const edge = low ? { top: '0.75rem' } : { bottom: '0.75rem' };
  return (
    <div className={classes.tooltip} data-side={left ? 'left' : 'right'} style={{ ...side, ...edge }}>
      {children}
    </div>
  );
}
