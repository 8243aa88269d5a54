import { relatedQuery } from '~/api/queries';
import type { TickerRow } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { type ComparedSymbols, MAX_COMPARED } from '~/widgets/ComparisonChart/useCompared';
import classes from './StockAnalysis.module.css';

const MAX_SUGGESTIONS = 4;

interface Props {
  /** The compared tickers, at least one. */
  rows: readonly TickerRow[];
  compared: ComparedSymbols;
}

/** Buttons that add tickers of the first one's sector; none if no more can be compared. */
export function SameSector({ rows, compared: { chosen, knownSymbols, choose } }: Props) {
  const [first] = rows;
  const { data: related = [] } = useQuery({ ...relatedQuery(first?.symbol ?? ''), staleTime: 60_000 });
  const offered = related
    .filter(({ symbol, sector }) => sector === first?.sector && !knownSymbols.includes(symbol))
    .slice(0, MAX_SUGGESTIONS);
  if (!first?.sector || chosen.length >= MAX_COMPARED || offered.length === 0) return null;
  return (
    <div className={classes.sameSector}>
      <span>
        <span className="visually-hidden-phone">More in </span>
        {first.sector}
      </span>
      <ul className={classes.suggestions} aria-label={`More in ${first.sector}`}>
        {offered.map(({ symbol, name }) => (
          <li key={symbol}>
            <button
              type="button"
              title={name}
              aria-label={`Add ${symbol}`}
              onClick={() => choose([...chosen, symbol])}
            >
              <Icon name="plus" size={14} />
              {symbol}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
