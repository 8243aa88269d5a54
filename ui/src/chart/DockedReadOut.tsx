import type { ReactNode } from 'react';
import classes from './Chart.module.css';

interface Props {
  /** Position of the crosshair, from 0 at the left edge of the pane to 1 at the right. */
  position: number;
  /** True if the line is in the lower half there. */
  isLow: boolean;
  children: ReactNode;
}

/** The tooltip, placed where it does not cover the line. */
export function DockedReadOut({ position, isLow, children }: Props) {
  const left = position > 0.5;
  const side = left
    ? { right: `calc(${100 * (1 - position)}% + 1.125rem)` }
    : { left: `calc(${100 * position}% + 1.125rem)` };
  const edge = isLow ? { top: '0.75rem' } : { bottom: '0.75rem' };
  return (
    <div className={classes.tooltip} data-side={left ? 'left' : 'right'} style={{ ...side, ...edge }}>
      {children}
    </div>
  );
}
