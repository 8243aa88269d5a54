import { useMemo } from 'react';
import type { Timeframe } from '~/api/types';
import { Chart } from '~/chart/Chart';
import { plainStyle } from '~/chart/datasets';
import type { Level, Pane } from '~/chart/model';
import { usePalette } from '~/chart/palette';
import { ReadOut } from '~/chart/ReadOut';
import { percentTicks, rangeOf } from '~/chart/scale';
import { seriesByCount } from '~/chart/series';
import { wholeAxis } from '~/chart/viewport';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import type { Comparison } from '~/market/comparison';
import { formatPercent } from '~/market/format';
import { lineColors } from './colors';

interface Props {
  comparison: Comparison;
  timeframe: Timeframe;
  /** Symbols known on this server, as for the chart. */
  known: readonly string[];
  priceText: (symbol: string, price: number | undefined) => string;
}

/** The chart: labeled lines on a percent axis. */
export function ComparisonStage({ comparison, timeframe, known, priceText }: Props) {
  const { times, lines } = comparison;
  const palette = usePalette();
  // On a phone the legend and the table show prices and percentages, because the chart has no room.
  const phone = useIsPhone();
  const series = useMemo(() => seriesByCount(times.map((timestamp) => ({ timestamp, price: 0 }))), [times]);
  const size = useSizeInRem();
  const viewport = useMemo(() => wholeAxis(series.end), [series.end]);
  const panes = useMemo<Pane[]>(() => {
    const range = rangeOf([[0], ...lines.map(({ percents }) => percents)]);
    const colorOf = lineColors(known, palette.scheme);
    const ends = lines.map(({ symbol, percents }): Level => {
      const color = colorOf(symbol);
      const value = percents.at(-1) ?? 0;
      const text = phone ? symbol : `${symbol} ${formatPercent(value)}`;
      return { value, color, isEnd: true, tag: { text, textColor: palette.surface, background: color } };
    });
    return [
      {
        key: 'change',
        size: 'main',
        range,
        ticks: percentTicks(range),
        levels: [...ends, { value: 0, color: palette.text3, dash: [1, 0] }],
        lines: lines.map(({ symbol, percents }) => ({
          key: symbol,
          values: percents,
          style: plainStyle(colorOf(symbol), 2),
        })),
      },
    ];
  }, [lines, known, palette, phone]);
  return (
    <Chart
      series={series}
      timeframe={timeframe}
      viewport={viewport}
      size={size}
      panes={panes}
      label="Comparison chart crosshair"
      valueText={(index) =>
        lines.map(({ symbol, percents }) => `${symbol} ${formatPercent(percents[index])}`).join(', ')
      }
      readOut={(index, time, background) => (
        <ReadOut
          time={time}
          readings={lines.map(({ symbol, prices, percents }) => ({
            name: phone ? symbol : `${symbol} ${priceText(symbol, prices[index])}`,
            color: lineColors(known, background)(symbol),
            text: formatPercent(percents[index]),
          }))}
        />
      )}
    />
  );
}
