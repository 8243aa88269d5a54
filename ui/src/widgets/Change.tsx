import { directionOf, formatPercent } from '~/market/format';
import classes from './Change.module.css';

interface Props {
  /** Percent; null if unknown. */
  value: number | null | undefined;
  decimals?: number;
  /** Shown instead of a percentage if there is none: the amount `value`, formatted. */
  text?: string;
  /** A filled badge instead of plain text. */
  badge?: boolean;
}

/** A change in percent or as an amount, always with arrow, sign and color. */
export function Change({ value, decimals = 2, text, badge = false }: Props) {
  const direction = directionOf(value, decimals);
  return (
    <span className={`num ${classes.change}`} data-direction={direction} data-badge={badge || undefined}>
      <Triangle direction={direction} />
      {text ?? formatPercent(value, decimals)}
    </span>
  );
}

function Triangle({ direction }: { direction: 'up' | 'down' | 'flat' }) {
  if (direction === 'flat') return null;
  const path = direction === 'up' ? 'M4 1 7.5 7h-7Z' : 'M4 7 .5 1h7Z';
  return (
    <svg viewBox="0 0 8 8" className={classes.triangle} aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  );
}
