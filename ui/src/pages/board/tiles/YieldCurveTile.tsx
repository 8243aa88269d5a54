import { yieldCurveQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { formatDay } from '~/market/day';
import { CurveChart } from '~/widgets/YieldCurve/CurveChart';
import { CurveHeadline } from '~/widgets/YieldCurve/CurveHeadline';
import { TileFrame, TileText } from '../TileFrame';
import { useResponseAge } from '../tileAges';
import classes from './YieldCurveTile.module.css';

const REFETCH_MS = 30 * 60_000;

/** The yield curve of US Treasury securities, over the curves a month and a year earlier. */
export function YieldCurveTile() {
  const { data, dataUpdatedAt } = useQuery(yieldCurveQuery);
  const age = useResponseAge(dataUpdatedAt, REFETCH_MS);
  if (!data?.newest)
    return (
      <TileFrame title="Yield curve" isLoading={!data}>
        <TileText>No yields yet.</TileText>
      </TileFrame>
    );
  const note = `${formatDay(data.newest.date)}${data.isSample ? ', sample data' : ''}`;
  return (
    <TileFrame title="US yield curve" note={note} age={age}>
      <div className={classes.curve} data-aged>
        <CurveHeadline {...data} />
        <CurveChart {...data} />
      </div>
    </TileFrame>
  );
}
