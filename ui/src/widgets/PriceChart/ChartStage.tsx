import { useMemo } from 'react';
import type { Timeframe } from '~/api/types';
import { Chart } from '~/chart/Chart';
import { priceStyle } from '~/chart/datasets';
import { usePalette } from '~/chart/palette';
import { ReadOut } from '~/chart/ReadOut';
import type { ChartSeries } from '~/chart/series';
import { placeOf } from '~/chart/spots';
import type { ComputedIndicator } from '~/market/indicators/result';
import { lineColour, oscillatorPane, pricePane } from './panes';
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

/** The drawing: price with what is drawn over it, oscillators below. */
export function ChartStage({ series, timeframe, indicators, direction, decimals, priceText }: Props) {
  const { points } = series;
  const palette = usePalette();
  const colour = lineColour(points.length, direction, palette);
  const single = points.length === 1;
  const style = useMemo(() => priceStyle(single ? 1 : 2, colour, palette.surface), [single, colour, palette]);
  const panes = useMemo(() => {
    const prices = points.map(({ price }) => price);
    return [
      pricePane({ prices, style, indicators, direction, decimals, palette }),
      ...indicators
        .filter(({ axis }) => axis !== 'price')
        .map((indicator) => oscillatorPane(indicator, decimals, prices.length, palette)),
    ];
  }, [points, style, indicators, direction, decimals, palette]);
  const whole = useMemo(() => ({ ...series, end: axisEnd(series, indicators) }), [series, indicators]);
  const priceAt = (index: number) => priceText(points[index]?.price ?? 0);
  return (
    <Chart
      series={whole}
      timeframe={timeframe}
      panes={panes}
      label="Crosshair of the price chart"
      valueText={priceAt}
      readOut={(index, time, ground) => (
        <ReadOut
          time={time}
          value={priceAt(index)}
          readings={readingsAt(indicators, index, decimals, ground)}
        />
      )}
    />
  );
}

/** Further right than the prices when a cloud lies ahead of them. */
function axisEnd({ points, end }: ChartSeries, indicators: readonly ComputedIndicator[]): number {
  const longest = Math.max(0, ...indicators.flatMap(({ lines }) => lines.map(({ values }) => values.length)));
  const places = points.map(({ x }) => x);
  return longest > points.length ? Math.max(end, placeOf(places, longest - 1)) : end;
}
