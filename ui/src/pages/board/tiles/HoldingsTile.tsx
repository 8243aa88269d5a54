import { watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import type { HoldingTotals } from '~/market/holdings';
import { Amount, AmountChange } from '~/widgets/Amount';
import { Change } from '~/widgets/Change';
import { useHeldTotals } from '~/widgets/useHeldTotals';
import { MissingList } from '../MissingList';
import { TileFrame, TileText } from '../TileFrame';
import { useResponseAge } from '../tileAges';
import classes from './HoldingsTile.module.css';

const REFETCH_MS = 60_000;

interface Props {
  /** Null for all lists. */
  watchlist: number | null;
  /** False if only percentages are shown. */
  amounts: boolean;
}

/** The value of the holdings, today's gain and the total gain. */
export function HoldingsTile({ watchlist, amounts }: Props) {
  const { totals, isLoaded, isError, receivedAt } = useHeldTotals(watchlist ?? undefined);
  const { data: lists } = useQuery({ ...watchlistsQuery, enabled: watchlist !== null });
  const age = useResponseAge(receivedAt, REFETCH_MS);
  const note = watchlist === null ? 'All lists' : lists?.find(({ id }) => id === watchlist)?.name;
  return (
    <TileFrame title="Holdings" note={note} age={age}>
      {totals ? (
        <Totals totals={totals} amounts={amounts} />
      ) : (
        (isLoaded || isError) && (isError ? <MissingList /> : <TileText>No holdings entered yet.</TileText>)
      )}
    </TileFrame>
  );
}

function Totals({ totals, amounts }: { totals: HoldingTotals; amounts: boolean }) {
  const { currency } = totals;
  const rows = [
    ['Today', totals.dayGain, totals.dayGainPercent],
    ['Gain', totals.gain, totals.gainPercent],
  ] as const;
  return (
    <>
      {amounts && (
        <p className={`num ${classes.value}`} data-aged>
          <Amount value={totals.value} currency={currency} />
        </p>
      )}
      <dl className={`num ${classes.rows}`} data-large={!amounts || undefined} data-aged>
        {rows.map(([name, amount, percent]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {amounts && <AmountChange value={amount} currency={currency} />}
              <Change value={percent} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
