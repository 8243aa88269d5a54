import type { TickerDetail } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { Panel } from '~/components/Panel';
import { useQuote } from '~/live/useQuote';
import { bestTime, WHOLE_FROM } from '~/market/bestTime';
import { formatQuote, typeName } from '~/market/format';
import classes from './BestTimePanel.module.css';
import page from './TickerPage.module.css';

/** TICK-07: fixed text by the signs of two changes, and a support level. */
export function BestTimePanel({ ticker }: { ticker: TickerDetail }) {
  const quote = useQuote(ticker);
  const { headline, advice, support } = bestTime(ticker.type, quote);
  const rising = (quote.change24h ?? 0) > 0 && (quote.change7d ?? 0) > 0;
  return (
    <Panel className={page.bestTime} title="Best Time to Invest" aside={typeName(ticker.type)}>
      {support !== null && (
        <>
          <p className={classes.support}>
            <strong className="num type-large">{supportText(quote, support)}</strong>
            <Tooltip
              label={`A fixed share of the price (${rising ? '94' : '90'} %), rounded down. It is not measured from past trades.`}
            >
              <span tabIndex={0} role="note">
                support level
              </span>
            </Tooltip>
          </p>
          <div className={classes.track} data-rising={rising || undefined} aria-hidden="true">
            <span className={classes.mark} />
            <span className={classes.dot} />
          </div>
          <div className={classes.ends} aria-hidden="true">
            <span>Support</span>
            <span className="num">{formatQuote(quote, quote.price, quote.decimals)}</span>
          </div>
        </>
      )}
      <h3 className={classes.headline}>{headline}</h3>
      <p className={classes.advice}>{advice}</p>
    </Panel>
  );
}

/** Whole figures; below ten with the decimals of the price. */
function supportText(of: TickerDetail, support: number | null): string {
  if (support !== null && support >= WHOLE_FROM && of.type !== 'currency')
    return formatQuote(of, support).replace(/\.00$/, '');
  return formatQuote(of, support, of.decimals);
}
