import type { TickerDetail, TradingSession } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useDerived } from '~/live/useQuote';
import { volumeName } from '~/market/dayChange';
import {
  decimalsOf,
  formatMarketCap,
  formatPercent,
  formatPrice,
  formatQuote,
  formatRate,
  formatVolumeOf,
  shownDecimals,
  UNKNOWN,
} from '~/market/format';
import { percentApart } from '~/market/measure';
import { PRICED_DAILY } from '~/market/session';
import { Identifier } from './Identifier';
import { RangeStat, Stat, Stats } from './Stats';
import page from './TickerPage.module.css';

const HOURS: Record<TradingSession, string> = {
  pre: 'Pre-market',
  regular: 'Open',
  post: 'After hours',
  closed: 'Closed',
  always: 'Always open',
  unknown: 'Unknown',
};

/** TICK-09: facts about the instrument and its price. */
export function KeyStatistics({ ticker }: { ticker: TickerDetail }) {
  const quote = useDerived(ticker);
  const { type, price, decimals } = quote;
  const range = { quote, price, decimals };
  const text = (value: number | null) => formatQuote(quote, value, decimals);
  const edges = [price, quote.previousClose, quote.dayLow, quote.dayHigh].filter((value) => value !== null);
  const isWhole = shownDecimals(quote, edges) === 0;
  // An average of prices in whole yen is shown in whole yen.
  const roundIfWhole = (average: number | null) =>
    average !== null && isWhole ? Math.round(average) : average;
  // The average volume is not shown for coins: it counts coins, but the daily volume of a coin is an amount of money.
  const hasUnits = ['stock', 'etf', 'index', 'commodity'].includes(type);
  const hasHigh = ['stock', 'crypto', 'ico', 'index', 'commodity'].includes(type);
  const isInNewYork = quote.timeZone === 'America/New_York' && ['stock', 'etf', 'index'].includes(type);
  return (
    <Panel className={page.statistics} title="Key Statistics">
      <Stats>
        {type !== 'fund' && <RangeStat name="Day range" low={quote.dayLow} high={quote.dayHigh} {...range} />}
        <RangeStat name="Week range" low={quote.weekLow} high={quote.weekHigh} {...range} />
        <RangeStat name="52-week range" low={quote.yearLow} high={quote.yearHigh} {...range} />
        {type !== 'crypto' && <Stat name="Previous close" value={text(quote.previousClose)} />}
        {KIND[type](quote)}
        <Stat name="30-day volatility" value={formatRate(quote.volatility30d)} />
        <Stat name="50-day average" value={text(roundIfWhole(quote.average50d))} />
        {quote.average200d !== null && (
          <Stat name="200-day average" value={text(roundIfWhole(quote.average200d))} />
        )}
        {hasUnits && quote.averageVolume30d !== null && (
          <Stat name="30-day average volume" value={formatVolumeOf(quote, quote.averageVolume30d)} />
        )}
        {quote.volatility52w !== null && (
          <Stat name="1-year volatility" value={formatRate(quote.volatility52w)} />
        )}
        <Stat
          name="Market hours"
          value={type === 'fund' ? PRICED_DAILY : HOURS[quote.session]}
          {...(isInNewYork && { detail: '9:30 AM to 4:00 PM ET' })}
        />
        <Stat name="All-time high" value={text(quote.allTimeHigh)} />
        {hasHigh && <Stat name="From all-time high" value={percentFrom(price, quote.allTimeHigh)} />}
        {type === 'commodity' && (
          <Stat name="From 50-day average" value={percentFrom(price, quote.average50d)} />
        )}
        <Identifier kind="ISIN" value={ticker.isin} />
        <Identifier kind="FIGI" value={ticker.figi} />
      </Stats>
    </Panel>
  );
}

const percentFrom = (price: number | null, mark: number | null) => formatPercent(percentApart(price, mark));

/** Formats a value; all unknown values of this panel look the same. */
const orUnknown = (value: number | null, text: (value: number) => string) =>
  value === null ? UNKNOWN : text(value);

const volume = (ticker: TickerDetail) => (
  <Stat
    name={volumeName(ticker.type)}
    value={orUnknown(ticker.volume24h, (units) => formatVolumeOf(ticker, units))}
  />
);
const cap = (ticker: TickerDetail) => (
  <Stat
    name="Market Cap"
    value={capText(ticker.marketCap, ticker)}
    {...(ticker.isMarketCapComputed && { detail: 'price × shares outstanding' })}
  />
);
const capText = (value: number | null, ticker: TickerDetail) =>
  orUnknown(value, (cap) => formatMarketCap(cap, ticker));
const sector = ({ sector: name, industry }: TickerDetail) => (
  <Stat name="Sector" value={name ?? UNKNOWN} {...(industry && { detail: industry })} />
);
const country = ({ country: name }: TickerDetail) => <Stat name="Country" value={name ?? UNKNOWN} />;

/** The first row, by kind of instrument. */
const KIND: Record<TickerDetail['type'], (ticker: TickerDetail) => React.ReactNode> = {
  stock: marketRow,
  index: levelRow,
  commodity: contractRow,
  etf: fundRow,
  // A mutual fund has no daily trading.
  fund: fundFacts,
  crypto: coinRow,
  ico: coinRow,
  currency: () => null,
  bond: bondRow,
};

function fundRow(ticker: TickerDetail) {
  return (
    <>
      {volume(ticker)}
      {fundFacts(ticker)}
    </>
  );
}

function fundFacts(ticker: TickerDetail) {
  const { fund } = ticker;
  return (
    <>
      <Stat name="Assets" value={capText(ticker.marketCap ?? fund?.aum ?? null, ticker)} />
      <Stat name="Category" value={fund?.category ?? ticker.sector ?? UNKNOWN} />
      <Stat name="Expense ratio" value={formatRate(fund?.expenseRatio)} />
    </>
  );
}

function coinRow(ticker: TickerDetail) {
  const { volume24h, marketCap } = ticker;
  const turnover = volume24h && marketCap ? (100 * volume24h) / marketCap : null;
  return (
    <>
      {volume(ticker)}
      {cap(ticker)}
      <Stat name="Volume / cap" value={formatRate(turnover)} />
      <Stat name="Category" value={ticker.sector ?? UNKNOWN} />
    </>
  );
}

function marketRow(ticker: TickerDetail) {
  return (
    <>
      {volume(ticker)}
      {cap(ticker)}
      {sector(ticker)}
      {country(ticker)}
    </>
  );
}

/** An index has no market cap. */
function levelRow(ticker: TickerDetail) {
  return (
    <>
      {volume(ticker)}
      {ticker.sector && sector(ticker)}
      {country(ticker)}
    </>
  );
}

/** A bond has a par value instead of a market cap. */
function bondRow(ticker: TickerDetail) {
  const par = ticker.parValue;
  return (
    <>
      {volume(ticker)}
      <Stat
        name="Par value"
        value={orUnknown(par, (value) => formatPrice(value, decimalsOf(value), ticker))}
      />
    </>
  );
}

/** A commodity has no country and no market cap. */
function contractRow(ticker: TickerDetail) {
  return (
    <>
      {volume(ticker)}
      {sector(ticker)}
    </>
  );
}
