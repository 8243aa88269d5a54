import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { Panel } from '~/components/Panel';
import { useDayChange } from '~/live/useDayChange';
import { useDerived } from '~/live/useQuote';
import { directionOf } from '~/market/format';
import { PREDICTION_RULE, SUMMARY_RULE, summarize, type Verdict } from '~/market/summary';
import { Facts } from './Facts';
import classes from './SummaryPanel.module.css';
import page from './TickerPage.module.css';

const SCALE: readonly Verdict[] = ['SELL', 'HOLD', 'BUY'];
const REASON_KEYS = ['day', 'week', 'rule'] as const;

/** TICK-03: measured figures, the verdict of a fixed rule with its reasons, and a note on what it is. */
export function SummaryPanel({ ticker }: { ticker: TickerDetail }) {
  const { change24h, change7d } = useDerived(ticker, (quote) => ({
    change24h: quote.change24h,
    change7d: quote.change7d,
  }));
  const { period } = useDayChange(ticker);
  const { verdict, reasons, prediction } = summarize(change24h, change7d, period);
  return (
    <Panel
      className={page.summary}
      title="Investment Summary"
      aside={
        <Tooltip label={SUMMARY_RULE}>
          <button type="button" className={classes.rule}>
            Rule-based <Icon name="info" size={14} />
          </button>
        </Tooltip>
      }
    >
      <Facts ticker={ticker} />
      <div className={classes.rating}>
        <p className={classes.verdict} data-verdict={verdict}>
          {verdict}
        </p>
        <div className={classes.scale} aria-hidden="true">
          {SCALE.map((step) => (
            <span key={step} data-verdict={step} data-current={step === verdict || undefined}>
              {step}
            </span>
          ))}
        </div>
      </div>
      <ul className={classes.reasons}>
        {reasons.map((reason, i) => (
          // Keyed by position: adding and removing rows would recalculate the styles of the whole page.
          <li key={REASON_KEYS[i]}>
            <Mark change={[change24h, change7d][i] ?? null} />
            {reason}
          </li>
        ))}
      </ul>
      <Tooltip label={PREDICTION_RULE}>
        <div className={classes.prediction} tabIndex={0} role="note">
          <span>
            AI Prediction <Icon name="info" size={14} />
            <small>Fixed text, not a forecast</small>
          </span>
          <b>{prediction}</b>
        </div>
      </Tooltip>
    </Panel>
  );
}

const MARKS = { up: '▲', down: '▼', flat: '–' };

/** The direction of a reason; none if there is no change. */
function Mark({ change }: { change: number | null }) {
  const direction = directionOf(change);
  return (
    <span className={classes.mark} data-direction={direction} aria-hidden="true">
      {MARKS[direction]}
    </span>
  );
}
