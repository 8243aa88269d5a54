import type { Watchlist } from '~/api/types';
import { listName } from '~/market/lists';
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
      {lists.map((list) => (
        <li key={list.id}>
          <button
            type="button"
            className={classes.name}
            aria-current={list.id === selected || undefined}
            onClick={() => onSelect(list.id)}
          >
            <span>{listName(list)}</span>
            <span className="num">
              {list.count}
              <span className="visually-hidden"> {list.count === 1 ? 'ticker' : 'tickers'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
