import type { TickerDetail } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { Panel } from '~/components/Panel';
import { useDerived } from '~/live/useQuote';
import { bestTime, WHOLE_UNITS_FROM } from '~/market/bestTime';
import { type Level, priceLevels } from '~/market/facts';
import { formatQuote, formatRate, typeName } from '~/market/format';
import { percentApart } from '~/market/measure';
import classes from './BestTimePanel.module.css';
import { PriceLevels } from './PriceLevels';
import page from './TickerPage.module.css';

const PRICE = 'Price';
const SUPPORT = 'Support';

/** TICK-07: fixed text by the signs of two changes, a support level, and the price between support and high. */
export function BestTimePanel({ ticker }: { ticker: TickerDetail }) {
  const quote = useDerived(ticker);
  const { headline, advice, support } = bestTime(ticker.type, quote);
  const rising = (quote.change24h ?? 0) > 0 && (quote.change7d ?? 0) > 0;
  return (
    <Panel className={page.bestTime} title="Best Time to Invest" aside={typeName(ticker.type)}>
      {support !== null && (
        <>
          <p className={classes.support}>
            <strong className="num type-large">{supportText(quote, support)}</strong>
            <Tooltip
              label={`Always ${rising ? '94' : '90'}% of the price, rounded down. Past trades don't affect it.`}
            >
              <span tabIndex={0} role="note">
                support level
              </span>
            </Tooltip>
            <Below price={quote.price} support={support} />
          </p>
          <Levels ticker={quote} support={support} />
        </>
      )}
      <h3 className={classes.headline}>{headline}</h3>
      <p className={classes.advice}>{advice}</p>
    </Panel>
  );
}

/** How far the support level is below the price. */
function Below({ price, support }: { price: number | null; support: number }) {
  const percent = percentApart(support, price);
  return (
    percent !== null && percent < 0 && <small className="num">{formatRate(-percent)} below the price</small>
  );
}

/** Support, 50-day average, price and 52-week high on one line. */
function Levels({ ticker, support }: { ticker: TickerDetail; support: number }) {
  const { price, average50d, yearHigh, decimals } = ticker;
  const levels = priceLevels([
    [SUPPORT, support],
    ['50-day avg', average50d],
    [PRICE, price],
    ['52w high', yearHigh],
  ]);
  if (levels.length === 0) return null;
  const text = ({ name, value }: Level) =>
    name === SUPPORT ? supportText(ticker, value) : formatQuote(ticker, value, decimals);
  return <PriceLevels levels={levels} price={PRICE} text={text} />;
}

/** Whole numbers; below ten with the price's decimals. */
function supportText(ticker: TickerDetail, support: number | null): string {
  if (support !== null && support >= WHOLE_UNITS_FROM && ticker.type !== 'currency')
    return formatQuote(ticker, support).replace(/\.00$/, '');
  return formatQuote(ticker, support, ticker.decimals);
}
