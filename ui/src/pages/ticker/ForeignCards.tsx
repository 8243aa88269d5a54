import type { TickerDetail } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { useQuote } from '~/live/useQuote';
import { conversion } from '~/market/displayCurrency';
import { formatPrice, typeName } from '~/market/format';
import { currencyName } from '~/market/locale';
import { formatRelative, momentOnBothClocks } from '~/market/time';
import { Change } from '~/widgets/Change';
import { delayText, sourceName } from '~/widgets/provenance';
import { Row } from './CardRow';
import { ExchangeCard } from './ExchangeCard';
import classes from './ForeignCards.module.css';
import { compounded, isAbroad, isConverted, openingOf } from './foreign';
import page from './TickerPage.module.css';

/** What only a share of another exchange or of another currency needs: its hours, what it is worth here, and where from. */
export default function ForeignCards({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const quote = useQuote(ticker);
  return (
    <>
      {isAbroad(quote) && <ExchangeCard ticker={quote} now={now} />}
      {isConverted(quote) && <MoneyCard ticker={quote} />}
      <SourceCard ticker={quote} now={now} />
    </>
  );
}

interface Props {
  /** As it stands. */
  ticker: TickerDetail;
  now: number;
}

/** The price in the display currency; its change is the price's and the currency's together. */
function MoneyCard({ ticker }: { ticker: TickerDetail }) {
  const { price, decimals, change24h, currencyChange24h, displayRate, currency, type } = ticker;
  const told = conversion(ticker, price, (amount, money) => formatPrice(amount, decimals, money));
  if (!displayRate || !told) return null;
  const both =
    change24h === null || currencyChange24h === null ? null : compounded(change24h, currencyChange24h);
  const [own, shown] = [currencyName(currency), currencyName(displayRate.currency)];
  return (
    <Panel className={page.foreign} title={`In ${shown}`} aside={<span className="num">{told.pair}</span>}>
      <p className={classes.large}>
        <strong className="num">{told.amount.replace('≈ ', '')}</strong>
        {both !== null && <Change value={both} />}
      </p>
      <dl className={classes.rows}>
        <Row name={`${typeName(type)}, in ${own}`} value={<Change value={change24h} />} />
        {currencyChange24h !== null && (
          <Row name={`${capital(own)} against ${shown}`} value={<Change value={currencyChange24h} />} />
        )}
      </dl>
    </Panel>
  );
}

/** Where the price is from and of when, what it is in, by which rate it is converted, and when the next one can come. */
function SourceCard({ ticker, now }: Props) {
  const { source, delayMinutes, updatedAt, timeZone, currency, displayRate } = ticker;
  const opening = openingOf(ticker, now);
  const from = [sourceName(source), delayMinutes && delayText(delayMinutes).toLowerCase()];
  const zone = timeZone ?? 'UTC';
  return (
    <Panel className={page.foreign} title="Source">
      <dl className={classes.rows}>
        <Row name="Price" value={from.filter(Boolean).join(', ') || undefined} />
        <Row name="As of" value={updatedAt && momentOnBothClocks(updatedAt, zone)} />
        <Row name="Currency" value={ticker.type === 'index' ? undefined : capital(currencyName(currency))} />
        <Row
          name="Rate"
          value={isConverted(ticker) && displayRate?.asOf && formatRelative(displayRate.asOf, now)}
        />
        <Row name="Next price" value={opening && momentOnBothClocks(opening, zone)} />
      </dl>
    </Panel>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
