import type { WatchlistEntry } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useQuotes } from '~/live/useQuotes';
import { hasHoldings, heldTotals } from '~/market/heldEntry';
import { Amount, AmountChange } from '~/widgets/Amount';
import { Change } from '~/widgets/Change';
import { HideAmountsButton } from '~/widgets/Holdings/HideAmountsButton';
import classes from './HeldSummary.module.css';
import summary from './ListSummary.module.css';

interface Props {
  entries: readonly WatchlistEntry[];
}

/** The value of the holdings in a list, with its gain. Renders nothing if nothing is held. */
export function HeldSummary({ entries }: Props) {
  return hasHoldings(entries) ? <Totals entries={entries} /> : null;
}

function Totals({ entries }: Props) {
  const totals = heldTotals(useQuotes(entries));
  if (!totals) return null;
  const { currency, unknown } = totals;
  const rows = [
    ['Today', totals.dayGain, totals.dayGainPercent],
    ['Gain', totals.gain, totals.gainPercent],
  ] as const;
  return (
    <Panel title="Holdings" aside={<HideAmountsButton />}>
      <p className="num type-mid">
        <Amount value={totals.value} currency={currency} />
      </p>
      <dl className={`num ${summary.ends}`}>
        {rows.map(([name, amount, percent]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.amounts}>
              <AmountChange value={amount} currency={currency} />
              {percent !== null && <Change value={percent} />}
            </dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && (
        <p className="footnote">Not included, without a price or an exchange rate: {unknown.join(', ')}.</p>
      )}
    </Panel>
  );
}
