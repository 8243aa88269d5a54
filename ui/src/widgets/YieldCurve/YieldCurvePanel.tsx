import { yieldCurveQuery } from '~/api/queries';
import type { YieldCurve } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { sourceTitle } from '~/market/sources';
import { curveSentence } from '~/market/yieldCurve';
import { SampleBadge } from '../SampleBadge';
import { CurveChart } from './CurveChart';
import { CurveHeadline } from './CurveHeadline';
import { CurveTable } from './CurveTable';
import classes from './YieldCurve.module.css';

/** The newest yields of US Treasury securities by maturity, with those of a month and a year earlier. */
export function YieldCurvePanel() {
  const query = useQuery(yieldCurveQuery);
  return (
    <Panel title="US Treasury yield curve" aside={<SampleBadge shown={query.data?.isSample === true} />}>
      <QueryState query={query} skeleton={<BlockSkeleton height={320} />}>
        {(curve) => (curve.newest ? <Curve {...curve} /> : <p>No yields yet.</p>)}
      </QueryState>
    </Panel>
  );
}

function Curve(curve: YieldCurve) {
  const { newest, source, sourceUrl } = curve;
  return (
    <>
      <CurveHeadline {...curve} />
      <div className={classes.plot}>
        <CurveChart {...curve} />
      </div>
      <p className="footnote">{curveSentence(newest?.points ?? [])}</p>
      <CurveTable {...curve} />
      {sourceUrl && source && (
        <p className="footnote">
          Par yields of the{' '}
          <a href={sourceUrl} target="_blank" rel="noreferrer">
            {sourceTitle(source)}
          </a>
          , once per trading day.
        </p>
      )}
    </>
  );
}
