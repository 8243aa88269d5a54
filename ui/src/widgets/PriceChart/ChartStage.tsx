import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Timeframe } from '~/api/types';
import classes from '~/chart/Chart.module.css';
import { DEFAULT_LINE, directionLine } from '~/chart/colours';
import { indicatorDatasets, placeOf, priceDataset } from '~/chart/datasets';
import { fromTop } from '~/chart/overlay';
import { Plot } from '~/chart/Plot';
import { Grid, PriceOverlay } from '~/chart/PriceAxis';
import { ReadOut } from '~/chart/ReadOut';
import { rangeOf } from '~/chart/scale';
import type { ChartPoint, ChartSeries } from '~/chart/series';
import { TimeAxis } from '~/chart/TimeAxis';
import { pointTime, timeTicks } from '~/chart/timeTicks';
import { useCrosshair } from '~/chart/useCrosshair';
import { SURFACES, useScheme } from '~/chart/useScheme';
import { useIsPhone } from '~/hooks/useIsPhone';
import type { ComputedIndicator } from '~/market/indicators/compute';
import { OscillatorPane } from './OscillatorPane';
import { readingsAt } from './readings';

interface Props {
  /** At least one point. */
  series: ChartSeries;
  timeframe: Timeframe;
  indicators: readonly ComputedIndicator[];
  direction: 'up' | 'down';
  /** Digits the price is quoted in. */
  decimals: number;
  priceText: (price: number) => string;
}

/** The drawing: price with its axis, oscillators, time axis, crosshair and read-out. */
export function ChartStage({ series, timeframe, indicators, direction, decimals, priceText }: Props) {
  const { points } = series;
  const { ref, width } = useElementSize();
  const { active, handlers } = useCrosshair(series);
  const isPhone = useIsPhone();
  const scheme = useScheme();
  const end = axisEnd(series, indicators);
  const at = active === null ? null : (points[active] as ChartPoint);
  const shown = at ?? (points.at(-1) as ChartPoint);
  const readOut = (
    <ReadOut
      time={pointTime(shown.timestamp, timeframe)}
      value={priceText(shown.price)}
      // A tooltip is dark in both schemes.
      readings={readingsAt(indicators, active ?? points.length - 1, isPhone ? scheme : 'dark')}
    />
  );
  const ticks = useMemo(() => timeTicks(series, timeframe, width), [series, timeframe, width]);
  return (
    <>
      {isPhone && <div className={classes.fixedReadOut}>{readOut}</div>}
      <div className={classes.stage} ref={ref}>
        <PricePane {...{ points, indicators, direction, decimals, end, active }}>
          {at && !isPhone && (
            <div
              className={classes.tooltip}
              data-side={at.x / end > 0.5 ? 'left' : 'right'}
              style={dockAt(at, end, points)}
            >
              {readOut}
            </div>
          )}
        </PricePane>
        {indicators
          .filter((indicator) => indicator.axis !== 'price')
          .map((indicator) => (
            <OscillatorPane key={indicator.type} {...{ indicator, points, end, active }} />
          ))}
        <TimeAxis
          {...{ ticks, end, width }}
          crosshair={at && { x: at.x, label: pointTime(at.timestamp, timeframe) }}
        />
        {at && <span className={classes.crossColumn} style={{ left: `${(100 * at.x) / end}%` }} />}
        <div
          className={classes.glass}
          role="slider"
          tabIndex={0}
          aria-label="Crosshair of the price chart"
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={active ?? points.length - 1}
          aria-valuetext={`${pointTime(shown.timestamp, timeframe)}, ${priceText(shown.price)}`}
          {...handlers}
        />
      </div>
    </>
  );
}

/** Further right than the prices when a cloud lies ahead of them. */
function axisEnd({ points, end }: ChartSeries, indicators: readonly ComputedIndicator[]): number {
  const longest = Math.max(0, ...indicators.flatMap(({ lines }) => lines.map(({ values }) => values.length)));
  return longest > points.length ? Math.max(end, placeOf(points, longest - 1)) : end;
}

/** The tooltip docks on the side of the crosshair and at the height that the line leaves empty. */
function dockAt(at: ChartPoint, end: number, points: readonly ChartPoint[]) {
  const place = (100 * at.x) / end;
  const range = rangeOf([points.map(({ price }) => price)]);
  const edge = fromTop(at.price, range) > 50 ? { top: '0.75rem' } : { bottom: '0.75rem' };
  return place > 50
    ? { right: `calc(${100 - place}% + 1.125rem)`, ...edge }
    : { left: `calc(${place}% + 1.125rem)`, ...edge };
}

interface PaneProps extends Pick<Props, 'indicators' | 'direction' | 'decimals'> {
  points: readonly ChartPoint[];
  end: number;
  active: number | null;
  children: React.ReactNode;
}

function PricePane({ points, indicators, direction, decimals, end, active, children }: PaneProps) {
  const scheme = useScheme();
  const prices = useMemo(() => points.map(({ price }) => price), [points]);
  const overlays = useMemo(() => indicators.filter((indicator) => indicator.axis === 'price'), [indicators]);
  const range = useMemo(
    () => rangeOf([prices, ...overlays.flatMap(({ lines }) => lines.map(({ values }) => values))]),
    [prices, overlays],
  );
  // One point has no direction.
  const colour = points.length > 1 ? directionLine(direction) : DEFAULT_LINE;
  const datasets = useMemo(
    () => [
      priceDataset(points, colour, SURFACES[scheme]),
      ...overlays.flatMap((indicator) => indicatorDatasets(points, indicator, scheme)),
    ],
    [points, overlays, colour, scheme],
  );
  return (
    <div className={classes.pricePane}>
      <Grid range={range} />
      <Plot {...{ datasets, range, end, active }} />
      <PriceOverlay
        {...{ range, direction, decimals }}
        last={prices.at(-1) as number}
        crosshair={active === null ? null : (prices[active] as number)}
      />
      {children}
    </div>
  );
}
