import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Timeframe } from '~/api/types';
import { useIsPhone } from '~/hooks/useIsPhone';
import { rangeOf, ticksOf } from '~/market/chartScale';
import { seriesByCount } from '~/market/chartSeries';
import { pointTime, timeTicks } from '~/market/chartTime';
import type { Comparison } from '~/market/comparison';
import { formatPercent } from '~/market/format';
import type { Scheme } from '../PriceChart/colours';
import type { Dataset } from '../PriceChart/datasets';
import { fromTop } from '../PriceChart/overlay';
import { Plot } from '../PriceChart/Plot';
import chart from '../PriceChart/PriceChart.module.css';
import { Grid } from '../PriceChart/PriceOverlay';
import { TimeAxis } from '../PriceChart/TimeAxis';
import { useCrosshair } from '../PriceChart/useCrosshair';
import { useScheme } from '../PriceChart/useScheme';
import { ComparisonReadOut } from './ComparisonReadOut';
import { lineColour } from './colours';

interface Props {
  comparison: Comparison;
  timeframe: Timeframe;
}

/** The drawing: lines, percent axis, time axis and crosshair. */
export function ComparisonStage({ comparison, timeframe }: Props) {
  const { times, lines } = comparison;
  const { ref, width } = useElementSize();
  const isPhone = useIsPhone();
  const scheme = useScheme();
  const series = useMemo(() => seriesByCount(times.map((timestamp) => ({ timestamp, price: 0 }))), [times]);
  const { active, handlers } = useCrosshair(series);
  const range = useMemo(() => rangeOf([[0], ...lines.map(({ percents }) => percents)]), [lines]);
  const datasets = useMemo(() => datasetsOf(comparison, scheme), [comparison, scheme]);
  const ticks = useMemo(() => timeTicks(series, timeframe, width), [series, timeframe, width]);
  const at = active ?? times.length - 1;
  const place = (100 * at) / series.end;
  const time = pointTime(times[at] ?? '', timeframe);
  const readOut = <ComparisonReadOut time={time} lines={lines} at={at} ground={isPhone ? scheme : 'dark'} />;
  return (
    <>
      {isPhone && <div className={chart.fixedReadOut}>{readOut}</div>}
      <div className={chart.stage} ref={ref}>
        <div className={chart.pricePane}>
          <Grid range={range} />
          <Plot datasets={datasets} range={range} end={series.end} active={active} />
          {ticksOf(range).map((tick) => (
            <span key={tick} className={`num ${chart.tick}`} style={{ top: `${fromTop(tick, range)}%` }}>
              {formatPercent(tick, 1)}
            </span>
          ))}
          {active !== null && !isPhone && (
            <div
              className={chart.tooltip}
              style={
                place > 50
                  ? { right: `calc(${100 - place}% + 1.125rem)`, top: '0.75rem' }
                  : { left: `calc(${place}% + 1.125rem)`, top: '0.75rem' }
              }
            >
              {readOut}
            </div>
          )}
        </div>
        <TimeAxis
          ticks={ticks}
          end={series.end}
          width={width}
          crosshair={active === null ? null : { x: at, label: time }}
        />
        {active !== null && <span className={chart.crossColumn} style={{ left: `${place}%` }} />}
        <div
          className={chart.glass}
          role="slider"
          tabIndex={0}
          aria-label="Crosshair of the comparison chart"
          aria-valuemin={0}
          aria-valuemax={times.length - 1}
          aria-valuenow={at}
          aria-valuetext={[
            time,
            ...lines.map((line) => `${line.symbol} ${formatPercent(line.percents[at])}`),
          ].join(', ')}
          {...handlers}
        />
      </div>
    </>
  );
}

function datasetsOf({ lines }: Comparison, scheme: Scheme): Dataset[] {
  return lines.map(({ symbol, percents }) => ({
    type: 'line',
    label: symbol,
    data: percents.map((y, x) => ({ x, y })),
    borderColor: lineColour(symbol, scheme),
    borderWidth: 2,
    tension: 0,
    pointRadius: 0,
    pointHoverRadius: 0,
    fill: false,
  }));
}
