import { useMemo } from 'react';
import type { Timeframe } from '~/api/types';
import { Chart } from '~/chart/Chart';
import { plainStyle } from '~/chart/datasets';
import type { Pane } from '~/chart/model';
import { useScheme } from '~/chart/palette';
import { ReadOut } from '~/chart/ReadOut';
import { percentTicks, rangeOf } from '~/chart/scale';
import { seriesByCount } from '~/chart/series';
import { wholeOf } from '~/chart/viewport';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import type { Comparison } from '~/market/comparison';
import { formatPercent, formatPrice } from '~/market/format';
import { lineColour } from './colours';

interface Props {
  comparison: Comparison;
  timeframe: Timeframe;
}

/** The drawing: a line for each, on an axis of percent. */
export function ComparisonStage({ comparison, timeframe }: Props) {
  const { times, lines } = comparison;
  const scheme = useScheme();
  // A phone's read-out has no room for prices; the table has them.
  const phone = useIsPhone();
  const series = useMemo(() => seriesByCount(times.map((timestamp) => ({ timestamp, price: 0 }))), [times]);
  const size = useSizeInRem();
  const viewport = useMemo(() => wholeOf(series.end), [series.end]);
  const panes = useMemo<Pane[]>(() => {
    const range = rangeOf([[0], ...lines.map(({ percents }) => percents)]);
    return [
      {
        key: 'change',
        size: 'main',
        range,
        ticks: percentTicks(range),
        lines: lines.map(({ symbol, percents }) => ({
          key: symbol,
          values: percents,
          style: plainStyle(lineColour(symbol, scheme), 2),
        })),
      },
    ];
  }, [lines, scheme]);
  return (
    <Chart
      series={series}
      timeframe={timeframe}
      viewport={viewport}
      size={size}
      panes={panes}
      label="Crosshair of the comparison chart"
      valueText={(index) =>
        lines.map(({ symbol, percents }) => `${symbol} ${formatPercent(percents[index])}`).join(', ')
      }
      readOut={(index, time, ground) => (
        <ReadOut
          time={time}
          readings={lines.map(({ symbol, prices, percents }) => ({
            name: phone ? symbol : `${symbol} ${formatPrice(prices[index])}`,
            colour: lineColour(symbol, ground),
            text: formatPercent(percents[index]),
          }))}
        />
      )}
    />
  );
}
