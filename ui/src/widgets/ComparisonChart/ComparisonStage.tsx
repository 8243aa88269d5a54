import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Timeframe } from '~/api/types';
import chart from '~/chart/Chart.module.css';
import type { Scheme } from '~/chart/colours';
import type { Dataset } from '~/chart/datasets';
import { fromTop } from '~/chart/overlay';
import { Plot } from '~/chart/Plot';
import { Grid } from '~/chart/PriceAxis';
import { ReadOut } from '~/chart/ReadOut';
import { rangeOf, ticksOf } from '~/chart/scale';
import { seriesByCount } from '~/chart/series';
import { TimeAxis } from '~/chart/TimeAxis';
import { pointTime, timeTicks } from '~/chart/timeTicks';
import { useCrosshair } from '~/chart/useCrosshair';
import { useScheme } from '~/chart/useScheme';
import { useIsPhone } from '~/hooks/useIsPhone';
import type { Comparison } from '~/market/comparison';
import { formatPercent, formatPrice } from '~/market/format';
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
  const readings = lines.map(({ symbol, prices, percents }) => ({
    name: `${symbol} ${formatPrice(prices[at])}`,
    // A tooltip is dark in both schemes.
    colour: lineColour(symbol, isPhone ? scheme : 'dark'),
    text: formatPercent(percents[at]),
  }));
  const readOut = <ReadOut time={time} readings={readings} />;
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
