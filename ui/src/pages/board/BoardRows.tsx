import { sessionQuery, watchlistTickersQuery } from '~/api/queries';
import type { Board } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuotes } from '~/live/useQuotes';
import { sessionSentence } from '~/market/session';
import { formatTime } from '~/market/time';
import classes from './BoardRows.module.css';
import { PriceRows } from './PriceRows';
import { SampleNote } from './SampleNote';
import { useQuotesAge } from './tileAges';
import { symbolsOf } from './tileKinds';
import { useBoardTickers } from './useBoardTickers';

/** Rows on a screen of 800 × 480. */
const ROWS = 6;

/** A board on a small screen: rows of its first tickers instead of tiles. */
export function BoardRows({ board }: { board: Board }) {
  const now = useMarketNow();
  const { data: session } = useQuery(sessionQuery);
  const rows = useRows(board);
  const age = useQuotesAge(rows);
  return (
    <div className={classes.screen} data-stale={age !== null || undefined}>
      <header className={classes.head}>
        <h2>{board.title}</h2>
        <SampleNote className={classes.sample} />
        {age === null ? (
          <span className={classes.session}>{session && sessionSentence(session, now)}</span>
        ) : (
          <span className={classes.age}>
            <Icon name="clock" /> {age}
          </span>
        )}
        <b className="num">{formatTime(now)}</b>
      </header>
      <PriceRows rows={rows} />
    </div>
  );
}

/** The tickers of the tiles, then the tickers of the first watchlist. */
function useRows({ tiles }: Board) {
  const list = tiles.flatMap(({ content }) =>
    content.kind === 'list' && content.watchlist !== null ? [content.watchlist] : [],
  )[0];
  const { data } = useQuery({ ...watchlistTickersQuery(list ?? 0), enabled: list !== undefined });
  const named = useBoardTickers(symbolsOf(tiles).slice(0, ROWS));
  const listed = useQuotes(data?.tickers ?? []);
  const others = listed.filter(({ id }) => !named.some((row) => row.id === id));
  return [...named, ...others].slice(0, ROWS);
}
