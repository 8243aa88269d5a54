import type { ReactNode } from 'react';
import {
  dividendsQuery,
  earningsOfQuery,
  fundamentalsQuery,
  holdingsOfTickerQuery,
  notesQuery,
  tickerNewsQuery,
  tickerQuery,
} from '~/api/queries';
import type { Ticker, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { useMarketNow } from '~/live/useMarketNow';
import { useDerived } from '~/live/useQuote';
import { formatShortDay } from '~/market/day';
import { volumeFact } from '~/market/facts';
import { formatMarketCap, formatNumber, formatRate, formatVolumeOf } from '~/market/format';
import { daysUntil, nextEvents } from '~/market/nextEvents';
import { paths } from '~/paths';
import { ArticleLines } from '~/widgets/ArticleLines';
import { HeldLine } from '~/widgets/HeldLine';
import { LiveChange } from '~/widgets/LivePrice';
import { Fact } from '~/widgets/QuotePreview';
import classes from './QuoteSheet.module.css';

/** Number of headlines. */
const HEADLINES = 3;

/** The measured figures of a ticker, its next event, the holdings, notes and headlines: what its kind has. */
export function SheetFacts({ symbol }: { symbol: string }) {
  const { data: ticker } = useQuery(tickerQuery(symbol));
  if (!ticker) return null;
  const paysDividends = ['stock', 'etf', 'fund'].includes(ticker.type);
  return (
    <>
      <dl className={classes.facts}>
        <Measures ticker={ticker} />
        <Fact name="Week" value={<LiveChange ticker={ticker} over="7d" />} />
        {paysDividends && <NextEvent ticker={ticker} />}
        <Notes symbol={symbol} />
      </dl>
      <OwnHolding ticker={ticker} />
      <Headlines id={ticker.id} />
    </>
  );
}

function Measures({ ticker }: { ticker: TickerDetail }) {
  const quote = useDerived(ticker);
  const { data: fundamentals } = useQuery({
    ...fundamentalsQuery(quote.id),
    enabled: quote.type === 'stock',
  });
  const earnings = fundamentals?.ratios?.values.find(({ id }) => id === 'priceToEarnings')?.value;
  const { marketCap, volume24h, trailingDividends, fund } = quote;
  const size = marketCap ?? fund?.aum ?? null;
  const facts: [name: string, value: ReactNode][] = [
    [marketCap === null ? 'Assets' : 'Market cap', size === null ? null : formatMarketCap(size, quote)],
    ['Volume', volume24h === null ? null : formatVolumeOf(quote, volume24h)],
    ['Volume vs 30-day average', volumeFact(quote)?.text],
    ['P/E', earnings && formatNumber(earnings, 1)],
    ['Dividend yield', trailingDividends?.yield ? formatRate(trailingDividends.yield) : null],
    ['Expense ratio', fund?.expenseRatio && formatRate(fund.expenseRatio)],
  ];
  return facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />);
}

function NextEvent({ ticker }: { ticker: Ticker }) {
  const now = useMarketNow();
  const { data: earnings = [] } = useQuery(earningsOfQuery(ticker.symbol));
  const { data: rows = [] } = useQuery(dividendsQuery(ticker.id));
  const [event] = nextEvents([ticker], earnings, [{ ticker, rows }], now);
  if (!event) return null;
  const { description, day, today } = event;
  return <Fact name={description} value={`${formatShortDay(day, today)} (${daysUntil(day, today)})`} />;
}

function Notes({ symbol }: { symbol: string }) {
  const { data: notes = [] } = useQuery(notesQuery(symbol));
  if (notes.length === 0) return null;
  return <Fact name="Notes" value={<Link to={paths.ticker(symbol)}>{notes.length}</Link>} />;
}

function OwnHolding({ ticker }: { ticker: TickerDetail }) {
  const { data } = useQuery(holdingsOfTickerQuery(ticker.symbol));
  return data && data.positions.length > 0 && <HeldLine ticker={ticker} positions={data.positions} />;
}

function Headlines({ id }: { id: number }) {
  const { data: articles = [] } = useQuery({ ...tickerNewsQuery(id), staleTime: 60_000 });
  if (articles.length === 0) return null;
  return (
    <div className={classes.news}>
      <h2>Headlines</h2>
      <ArticleLines articles={articles.slice(0, HEADLINES)} />
    </div>
  );
}
