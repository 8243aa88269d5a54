import { useRef } from 'react';
import type { FundFacts, TickerDetail } from '~/api/types';
import { Link } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useIsPhone } from '~/hooks/useIsPhone';
import { sectionOfType } from '~/links';
import { useDayChange } from '~/live/useDayChange';
import { useQuote } from '~/live/useQuote';
import { volumeName } from '~/market/dayChange';
import { DOLLARS, formatMarketCap, formatMove, formatRate, formatVolumeOf, typeName } from '~/market/format';
import { currencyName } from '~/market/locale';
import { NO_PERCENT } from '~/market/negativePrices';
import { ExtendedPrice } from '~/widgets/ExtendedPrice';
import { LiveChange } from '~/widgets/LivePrice';
import { TickerLogo } from '~/widgets/TickerLogo';
import { ConvertedPrice } from './ConvertedPrice';
import { ExchangeHours } from './ExchangeHours';
import { HeadlinePrice } from './HeadlinePrice';
import { LastUpdated } from './LastUpdated';
import { QuoteActions } from './QuoteActions';
import classes from './QuoteHeader.module.css';
import { usePriceProblem } from './usePriceProblem';

const QuoteBar = retryingLazy(() => import('./QuoteBar'));

/** TICK-02: name, price and change in one row, with times and figures below it. On a phone, everything has its own row. */
export function QuoteHeader({ ticker }: { ticker: TickerDetail }) {
  const isPhone = useIsPhone();
  const { unpriced } = usePriceProblem(ticker);
  const priceRow = useRef<HTMLDivElement>(null);
  return (
    <header className={classes.header}>
      {isPhone && (
        <LazyBoundary silent>
          <QuoteBar ticker={ticker} price={priceRow} />
        </LazyBoundary>
      )}
      <div className={classes.identity}>
        <TickerLogo of={ticker} size={44} />
        <div className={classes.names}>
          <h1 className={classes.name}>
            <span title={ticker.name}>{ticker.name}</span>{' '}
            <span className={classes.symbol}>{ticker.symbol}</span>
          </h1>
          <TypeLine ticker={isPhone ? { ...ticker, country: null } : ticker} />
        </div>
      </div>
      <div className={classes.priceRow} ref={priceRow}>
        <HeadlinePrice ticker={ticker} />
        <ConvertedPrice ticker={ticker} />
        {!unpriced && <DayChange ticker={ticker} />}
      </div>
      <ExtendedPrice ticker={ticker} className={classes.extended} />
      <QuoteActions ticker={ticker} />
      <div className={classes.details}>
        <LastUpdated ticker={ticker} />
        <ExchangeHours ticker={ticker} />
        {!unpriced && !isPhone && <Figures ticker={ticker} />}
      </div>
    </header>
  );
}

/**
 * 'Stock, Technology, Germany. Xetra, in euros', 'Bond. Frankfurt, in percent of par'; dollars and over-the-counter trades are not
 * mentioned.
 */
function TypeLine({ ticker }: { ticker: TickerDetail }) {
  const { type, sector, country, exchange, currency, priceUnit } = ticker;
  const kind = type === 'crypto' ? 'Cryptocurrency' : typeName(type);
  const money = currency === DOLLARS || type === 'currency' ? null : `in ${currencyName(currency)}`;
  const unit = priceUnit === 'percent' ? 'in percent of par' : money;
  // Currencies are traded between banks: their exchange code is not a place.
  const listing = [type === 'currency' ? null : exchange, unit].filter(Boolean).join(', ');
  const place = [sector, country].map((part) => (part ? `, ${part}` : '')).join('');
  return (
    <p className={classes.typeLine}>
      <Link to={sectionOfType(type).to}>{kind}</Link>
      {place}
      {listing && `. ${listing}`}
    </p>
  );
}

/** The change next to the price: in percent, and as an amount since the previous close. */
function DayChange({ ticker }: { ticker: TickerDetail }) {
  const quote = useQuote(ticker);
  const { name } = useDayChange(quote);
  return (
    <div className={classes.dayChange}>
      <LiveChange ticker={ticker} badge />
      <p>
        <b className="num">{dayAmount(quote)}</b>
        <span>{name === '24h' ? '24h Change' : name}</span>
      </p>
    </div>
  );
}

/** The amount of a percent change; below zero, the reason why there is no percentage. */
function dayAmount(quote: TickerDetail): string | undefined {
  const { price, change24h, move24h, decimals } = quote;
  if (change24h === null) return move24h === null ? undefined : NO_PERCENT;
  return price === null ? undefined : formatMove(quote, price - price / (1 + change24h / 100), decimals);
}

/** Below the price; on a phone, below the chart. */
export function Figures({ ticker }: { ticker: TickerDetail }) {
  const quote = useQuote(ticker);
  return (
    <dl className={classes.figures}>
      <Figure name="7d Change" value={<LiveChange ticker={ticker} over="7d" />} />
      {quote.fund ? (
        <FundFigures ticker={quote} fund={quote.fund} />
      ) : (
        <>
          <Figure name="Market Cap" value={formatMarketCap(quote.marketCap, quote)} />
          <Figure name={volumeName(quote.type)} value={formatVolumeOf(quote, quote.volume24h)} />
        </>
      )}
    </dl>
  );
}

/** The figures by which funds are compared. */
function FundFigures({ ticker, fund }: { ticker: TickerDetail; fund: FundFacts }) {
  const { expenseRatio, distributionYield } = fund;
  return (
    <>
      <Figure name="AUM" value={formatMarketCap(ticker.marketCap ?? fund.aum, ticker)} />
      {expenseRatio !== null && <Figure name="Expense ratio" value={formatRate(expenseRatio)} />}
      {distributionYield !== null && <Figure name="Yield" value={formatRate(distributionYield)} />}
    </>
  );
}

function Figure({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
