import { useState } from 'react';
import type { TickerType } from '~/api/types';
import { hueOf, lettersOf, logoOf } from '~/market/monogram';
import classes from './TickerLogo.module.css';

interface Props {
  of: { symbol: string; type?: TickerType; logo?: string | null };
  /** px at the normal type scale. */
  size?: number;
}

/** Minimum size of the letters in px at the normal type scale, below which they are hard to read. */
const MIN_LETTERS = 11;

/** A ticker's logo if it has a usable one (TICK-02), else its letters in a stable color. Decorative. */
export function TickerLogo({ of, size = 36 }: Props) {
  const [broken, setBroken] = useState<string>();
  const logo = logoOf(of);
  const side = `${size / 16}rem`;
  return (
    <span
      className={classes.monogram}
      data-hue={hueOf(of.symbol)}
      style={{ width: side, height: side, fontSize: `${Math.max(MIN_LETTERS, size * 0.34) / 16}rem` }}
      aria-hidden="true"
    >
      {logo && logo !== broken ? (
        <img src={logo} alt="" onError={() => setBroken(logo)} />
      ) : (
        lettersOf(of.symbol)
      )}
    </span>
  );
}
