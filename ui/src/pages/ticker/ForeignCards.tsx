import type { TickerDetail } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { useDerived } from '~/live/useQuote';
import { conversion } from '~/market/displayCurrency';
import { formatPrice, typeName } from '~/market/format';
import { currencyName } from '~/market/locale';
import { Change } from '~/widgets/Change';
import { Row } from './CardRow';
import { ExchangeCard } from './ExchangeCard';
import classes from './ForeignCards.module.css';
import { capital, compounded, isAbroad, isConverted } from './foreign';
import page from './TickerPage.module.css';

/** Extra cards of foreign stocks and currencies: exchange hours and the converted price. */
export default function ForeignCards({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const quote = useDerived(ticker);
  return (
    <>
      {isAbroad(quote) && <ExchangeCard ticker={quote} now={now} />}
      {isConverted(quote) && <MoneyCard ticker={quote} />}
    </>
  );
}

/** The price in the display currency; its change combines the price's and the currency's. */
function MoneyCard({ ticker }: { ticker: TickerDetail }) {
  const { price, decimals, change24h, currencyChange24h, displayRate, currency, type } = ticker;
  const converted = conversion(ticker, price, (amount, money) => formatPrice(amount, decimals, money));
  if (!displayRate || !converted) return null;
  const combinedChange =
    change24h === null || currencyChange24h === null ? null : compounded(change24h, currencyChange24h);
  const [own, shown] = [currencyName(currency), currencyName(displayRate.currency)];
  return (
    <Panel
      className={page.foreign}
      title={`In ${shown}`}
      aside={<span className="num">{converted.pair}</span>}
    >
      <p className={classes.large}>
        <strong className="num">{converted.amount.replace('≈ ', '')}</strong>
        {combinedChange !== null && <Change value={combinedChange} />}
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
