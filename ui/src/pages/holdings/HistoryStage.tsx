import { useMemo } from 'react';
import type { HoldingsHistory, Timeframe } from '~/api/types';
import { Chart } from '~/chart/Chart';
import { DEFAULT_LINE, indicatorShade } from '~/chart/colors';
import { plainStyle } from '~/chart/datasets';
import type { Level, Pane } from '~/chart/model';
import { type Scheme, usePalette } from '~/chart/palette';
import { ReadOut } from '~/chart/ReadOut';
import { rangeOf, ticksOf } from '~/chart/scale';
import { seriesByCount } from '~/chart/series';
import { wholeAxis } from '~/chart/viewport';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { formatShortMoney } from '~/market/format';
import { HIDDEN, useAmountsHidden } from '~/state/amounts';
import classes from './HistoryPanel.module.css';
import { moneyText } from './moneyText';

interface Props {
  history: HoldingsHistory;
  /** Decides about the labels of the time axis. */
  timeframe: Timeframe;
  /** Name of the index. */
  name: string;
}

interface ShownLine {
  key: 'value' | 'benchmark' | 'paid';
  name: string;
  values: (number | null)[];
}

const colorOf = (key: ShownLine['key'], scheme: Scheme): string =>
  key === 'value' ? DEFAULT_LINE : indicatorShade(key === 'paid' ? 'grey' : 'orange', scheme);

/** The chart: the value, the index, and a dashed line of the amount paid. */
export function HistoryStage({ history, timeframe, name }: Props) {
  const { points, currency } = history;
  const palette = usePalette();
  const [hidden] = useAmountsHidden();
  const size = useSizeInRem();
  const money = moneyText(currency, hidden);
  const series = useMemo(
    () => seriesByCount(points.map(({ date, value }) => ({ timestamp: `${date}T00:00:00Z`, price: value }))),
    [points],
  );
  const viewport = useMemo(() => wholeAxis(series.end), [series.end]);
  const lines = useMemo<ShownLine[]>(() => {
    const allLines: ShownLine[] = [
      { key: 'value', name: 'Value', values: points.map(({ value }) => value) },
      { key: 'benchmark', name, values: points.map((point) => point.benchmark) },
      { key: 'paid', name: 'Paid', values: points.map(({ paid }) => paid) },
    ];
    return allLines.filter(({ values }) => values.some((value) => value !== null));
  }, [points, name]);
  const panes = useMemo<Pane[]>(() => {
    const range = rangeOf(lines.map(({ values }) => values));
    const short = (value: number) => (hidden ? HIDDEN : formatShortMoney(value, currency));
    const ends = lines.flatMap(({ key, values }): Level[] => {
      const value = values.at(-1);
      if (typeof value !== 'number') return [];
      const color = colorOf(key, palette.scheme);
      return [
        {
          value,
          color,
          isEnd: true,
          tag: { text: short(value), textColor: palette.surface, background: color },
        },
      ];
    });
    return [
      {
        key: 'value',
        size: 'main',
        range,
        ticks: ticksOf(range).map((value) => ({ value, label: short(value) })),
        levels: ends,
        lines: lines.map(({ key, values }) => ({
          key,
          values,
          style: plainStyle(
            colorOf(key, palette.scheme),
            key === 'value' ? 2 : 1.5,
            key === 'paid' ? [4, 4] : undefined,
          ),
        })),
      },
    ];
  }, [lines, palette, hidden, currency]);
  const textAt = (values: ShownLine['values'], index: number) => money(values[index] ?? null);
  return (
    <div className={classes.stage}>
      <ul className={classes.legend} aria-label="Lines of the chart">
        {lines.map((line) => (
          <li key={line.key}>
            <i
              style={{ background: colorOf(line.key, palette.scheme) }}
              data-dashed={line.key === 'paid' || undefined}
            />
            {line.name}
          </li>
        ))}
      </ul>
      <Chart
        series={series}
        timeframe={timeframe}
        viewport={viewport}
        size={size}
        panes={panes}
        label="Crosshair of the values"
        valueText={(index) => lines.map((line) => `${line.name} ${textAt(line.values, index)}`).join(', ')}
        readOut={(index, time, background) => (
          <ReadOut
            time={time}
            readings={lines.map((line) => ({
              name: line.name,
              color: colorOf(line.key, background),
              text: textAt(line.values, index),
            }))}
          />
        )}
      />
    </div>
  );
}
