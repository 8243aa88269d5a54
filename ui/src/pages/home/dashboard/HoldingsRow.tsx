import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { Amount, AmountChange } from '~/widgets/Amount';
import { Change } from '~/widgets/Change';
import { useHeldTotals } from '~/widgets/useHeldTotals';
import classes from './HoldingsRow.module.css';

/** The value of the holdings and today's gain. Renders nothing if nothing is held. */
export function HoldingsRow() {
  const { totals } = useHeldTotals();
  if (!totals) return null;
  const { currency, value, dayGain, dayGainPercent } = totals;
  return (
    <Panel label="Holdings">
      <div className={`num ${classes.row}`}>
        <Link to={paths.holdings}>Holdings</Link>
        <b>
          <Amount value={value} currency={currency} />
        </b>
        <span>Today</span>
        <span className={classes.today}>
          <AmountChange value={dayGain} currency={currency} />
          {dayGainPercent !== null && <Change value={dayGainPercent} />}
        </span>
      </div>
    </Panel>
  );
}
