import { useEffect } from 'react';
import type { Ticker } from '~/api/types';
import { Icon } from '~/components/Icon';
import { useStore } from '~/state/useStore';
import classes from './RowStar.module.css';
import { rowStars } from './rowStars';

/**
 * The star of a row: filled if the ticker is in a watchlist. Not a tab stop, because the row has one; there the `S` key
 * presses it.
 */
export function RowStar({ ticker }: { ticker: Pick<Ticker, 'id' | 'symbol'> }) {
  useEffect(rowStars.mount, []);
  const listed = useStore(rowStars.subscribe, () => rowStars.get().listed?.has(ticker.id));
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.star}
      data-star
      data-print="hide"
      aria-label={`Watch ${ticker.symbol}`}
      aria-pressed={listed ?? false}
      disabled={listed === undefined}
      onClick={(event) => rowStars.press({ ticker, button: event.currentTarget })}
    >
      <Icon name="star" size={15} filled={listed ?? false} />
    </button>
  );
}
