import { dividendsQuery, earningsQuery } from '~/api/queries';
import { useQueries } from '~/api/useQueries';
import { useQuery } from '~/api/useQuery';
import { useMarketDay } from '~/live/useMarketDay';
import { useMarketNow } from '~/live/useMarketNow';
import { tradingDayOf, tradingDays, US_DAYS } from '~/market/day';
import { TileFrame, TileText } from '../TileFrame';
import { useResponseAge } from '../tileAges';
import { useBoardTickers } from '../useBoardTickers';
import { visibleRowCount } from '../visibleRowCount';
import classes from './CalendarTile.module.css';
import { dayName, daysAwayText, dividendEvent, earningsEvent, nextEvents } from './events';

const REFETCH_MS = 1_800_000;
/** Minimum height of a row in rem. */
const MIN_ROW_HEIGHT = 2.4;

/** Next earnings and the dividends of the board's tickers. */
export function CalendarTile({ symbols, height }: { symbols: readonly string[]; height: number }) {
  const { data, dataUpdatedAt } = useQuery(earningsQuery);
  const today = useMarketDay(US_DAYS);
  const now = useMarketNow();
  const age = useResponseAge(dataUpdatedAt, REFETCH_MS);
  const tickers = useBoardTickers(symbols);
  const payers = tickers.filter(({ type }) => type === 'stock' || type === 'etf');
  const dividends = useQueries({
    queries: payers.map(({ id }) => ({ ...dividendsQuery(id), refetchInterval: REFETCH_MS })),
    combine: (results) =>
      results.flatMap(({ data: rows }, index) => {
        const ticker = payers[index];
        return ticker ? (rows ?? []).map((row) => dividendEvent(ticker, row)) : [];
      }),
  });
  if (!today || !data) return <TileFrame title="Next events" isLoading />;
  const allEvents = [...data.map(earningsEvent), ...dividends];
  const days = new Map(tickers.map((ticker) => [ticker.symbol, tradingDayOf(now, tradingDays(ticker))]));
  const todayOf = (symbol: string) => days.get(symbol) ?? today;
  const events = nextEvents(allEvents, symbols, todayOf, visibleRowCount(height, MIN_ROW_HEIGHT));
  return (
    <TileFrame title="Next events" note="This board's tickers come first" age={age}>
      {events.length === 0 && <TileText>No upcoming events.</TileText>}
      <ul className={classes.events} data-aged>
        {events.map(({ day, symbol, text }) => (
          <li key={`${day} ${symbol} ${text}`}>
            <span>{dayName(day, todayOf(symbol))}</span>
            <b>{symbol}</b>
            <span>{text}</span>
            <small>{daysAwayText(day, todayOf(symbol))}</small>
          </li>
        ))}
      </ul>
    </TileFrame>
  );
}
