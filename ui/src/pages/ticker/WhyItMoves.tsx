import { breadthQuery, dividendsQuery, earningsOfQuery, overviewQuery, tickerNewsQuery } from '~/api/queries';
import type { NewsItem, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { useDayChange } from '~/live/useDayChange';
import { useMarketNow } from '~/live/useMarketNow';
import { useDerived } from '~/live/useQuote';
import { formatShortDay } from '~/market/day';
import { type Fact, volumeFact } from '~/market/facts';
import { BLANK, formatPercent } from '~/market/format';
import { SP500 } from '~/market/marketTickers';
import { daysUntil, nextEvents } from '~/market/nextEvents';
import { comparisonText, crossedLevels, type DayMove, newsOfDay } from '~/market/whyItMoves';
import { FactRows } from './Facts';
import page from './TickerPage.module.css';
import { Outline } from './TickerSkeleton';
import classes from './WhyItMoves.module.css';

/** The change, in percent, that fills half of a bar; larger ones widen the scale. */
const FULL_CHANGE = 2;

/** The markets that a ticker follows; the second is for the first itself. */
const MARKETS: Partial<Record<TickerDetail['type'], readonly string[]>> = {
  stock: [SP500],
  etf: [SP500],
  fund: [SP500],
  index: [SP500, '^IXIC'],
  crypto: ['BTC', 'ETH'],
};

/** What explains the day's change: the sector and the market, volume, levels crossed, headlines and the next event. */
export default function WhyItMoves({ ticker }: { ticker: TickerDetail }) {
  const quote = useDerived(ticker);
  const { change24h: change, symbol } = quote;
  const { name: period } = useDayChange(quote);
  const { others, isPending: areOthersPending } = useOtherMoves(quote);
  const [nearest] = others;
  const volume = volumeFact(quote);
  const moves = change !== null && nearest ? moveFacts([{ name: symbol, change }, ...others]) : [];
  const levels = crossedLevels(quote);
  const { headlines, isPending } = useHeadlines(quote);
  if (areOthersPending)
    return (
      <div className={page.why}>
        <Outline part="why" />
      </div>
    );
  return (
    <Panel className={page.why} title="Why It Moves" aside={period}>
      {change !== null && nearest && <p className={classes.lead}>{comparisonText(change, nearest)}</p>}
      <FactRows facts={volume ? [...moves, volume] : moves} />
      <ul className={classes.notes}>
        {levels.map((level) => (
          <li key={level}>{level}</li>
        ))}
        {isPending && <EmptyNote />}
        {headlines && headlines.length > 0 && <Headlines articles={headlines} />}
        {levels.length === 0 && headlines?.length === 0 && <li>No price level crossed, no headlines</li>}
        {ticker.type === 'stock' && <NextEvent ticker={ticker} />}
      </ul>
    </Panel>
  );
}

/** The changes of a stock's sector and of the market that a ticker follows, nearest first. */
function useOtherMoves({ type, sector, symbol }: TickerDetail): { others: DayMove[]; isPending: boolean } {
  // A coin's sector is not one of stocks.
  const breadthResult = useQuery({ ...breadthQuery, enabled: type === 'stock' && sector !== null });
  const { data: overview = [], isPending } = useQuery(overviewQuery);
  const own = breadthResult.data?.sectors.find(({ name }) => name === sector);
  const [market] = (MARKETS[type] ?? []).filter((other) => other !== symbol);
  const whole = overview.find((item) => item.symbol === market);
  const others = [own, whole].flatMap((move) =>
    move && move.change !== null ? [{ name: move.name, change: move.change }] : [],
  );
  return { others, isPending: isPending || breadthResult.isLoading };
}

/** Bars from the middle on one scale. */
function moveFacts(moves: readonly DayMove[]): Fact[] {
  const full = Math.max(FULL_CHANGE, ...moves.map(({ change }) => Math.ceil(Math.abs(change))));
  const ends = [formatPercent(-full, 0), formatPercent(full, 0)] as const;
  return moves.map(({ name, change }) => ({
    name,
    text: '',
    at: 0.5 + change / (2 * full),
    bar: 'middle',
    ends,
    percent: change,
  }));
}

/** The articles of the day. */
function useHeadlines({ id, updatedAt }: TickerDetail) {
  const { data, isPending } = useQuery(tickerNewsQuery(id));
  return { headlines: data && newsOfDay(data, updatedAt), isPending };
}

/** Keeps the room of a note that is loading, so that the panels below don't move. */
const EmptyNote = () => <li aria-hidden="true">{BLANK}</li>;

/** The number of headlines, and the newest one. */
function Headlines({ articles }: { articles: readonly NewsItem[] }) {
  const [newest] = articles;
  if (!newest) return null;
  return (
    <li>
      {articles.length === 1 ? '1 headline' : `${articles.length} headlines`}:{' '}
      {newest.url ? (
        <a href={newest.url} target="_blank" rel="noopener noreferrer">
          {newest.title}
        </a>
      ) : (
        newest.title
      )}
    </li>
  );
}

/** Days until the next earnings report or ex-dividend date. */
function NextEvent({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const { data: earnings = [], isPending } = useQuery(earningsOfQuery(ticker.symbol));
  const { data: rows = [] } = useQuery(dividendsQuery(ticker.id));
  if (isPending) return <EmptyNote />;
  const [event] = nextEvents([ticker], earnings, [{ ticker, rows }], now);
  if (!event) return null;
  const { description, day, today } = event;
  return (
    <li>
      Next: {description}, {formatShortDay(day, today)} ({daysUntil(day, today)})
    </li>
  );
}
