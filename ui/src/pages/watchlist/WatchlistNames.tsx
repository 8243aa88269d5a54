import type { Watchlist } from '~/api/types';
import classes from './WatchlistNames.module.css';

interface Props {
  lists: readonly Watchlist[];
  selected: number;
  onSelect: (id: number) => void;
}

/** The lists by name, with the number of tickers in each. */
export function WatchlistNames({ lists, selected, onSelect }: Props) {
  return (
    <ul aria-label="Watchlists" className={classes.names}>
      {lists.map(({ id, name, count }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.name}
            aria-current={id === selected || undefined}
            onClick={() => onSelect(id)}
          >
            <span>{name}</span>
            <span className="num">
              {count}
              <span className="visually-hidden"> {count === 1 ? 'ticker' : 'tickers'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
