import { useMemo } from 'react';
import classes from '~/chart/Chart.module.css';
import { indicatorShade } from '~/chart/colours';
import { indicatorDatasets } from '~/chart/datasets';
import { fromTop } from '~/chart/overlay';
import { Plot } from '~/chart/Plot';
import { oscillatorRange, PERCENT } from '~/chart/scale';
import type { ChartPoint } from '~/chart/series';
import { type Scheme, useScheme } from '~/chart/useScheme';
import { formatNumber } from '~/market/format';
import type { ComputedIndicator } from '~/market/indicators/compute';
import { legendOf } from './readings';

interface Props {
  indicator: ComputedIndicator;
  points: readonly ChartPoint[];
  end: number;
  active: number | null;
}

/** An oscillator below the price, on its own axis at the right. */
export function OscillatorPane({ indicator, points, end, active }: Props) {
  const scheme: Scheme = useScheme();
  const range = useMemo(() => oscillatorRange(indicator), [indicator]);
  const datasets = useMemo(() => indicatorDatasets(points, indicator, scheme), [points, indicator, scheme]);
  const guides = indicator.band ? [indicator.band.high, indicator.band.low] : [0];
  return (
    <div className={classes.oscillator} data-axis={indicator.axis}>
      <div className={classes.paneTitle}>
        {indicator.label} <b className="num">{legendOf(indicator, active ?? points.length - 1)}</b>
      </div>
      {indicator.band && <Band band={indicator.band} shade={indicatorShade(indicator.color, scheme)} />}
      <Plot datasets={datasets} range={range} end={end} active={null} />
      {guides.map((guide) => (
        <span key={guide} className={`num ${classes.tick}`} style={{ top: `${fromTop(guide, range)}%` }}>
          {formatNumber(guide, 0)}
        </span>
      ))}
      {!indicator.band && <span className={classes.gridLine} style={{ top: '50%' }} />}
    </div>
  );
}

/** Between oversold and overbought. */
function Band({ band, shade }: { band: { low: number; high: number }; shade: string }) {
  const top = fromTop(band.high, PERCENT);
  return (
    <span
      className={classes.band}
      style={{ top: `${top}%`, height: `${band.high - band.low}%`, color: shade }}
    />
  );
}
