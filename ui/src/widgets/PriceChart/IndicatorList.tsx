import { useMemo } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { isDailyOrLonger } from '~/chart/series';
import { shownDecimals } from '~/market/format';
import {
  DEFAULT_SETTINGS,
  edit,
  type IndicatorSetting,
  type IndicatorType,
  toggle,
} from '~/market/indicators/settings';
import { barsName } from './barsName';
import { IndicatorRow } from './IndicatorRow';
import classes from './Indicators.module.css';
import { legendOf } from './readings';
import type { ChartMode } from './useChartMode';
import { useChartSeries } from './useChartSeries';
import { useIndicators } from './useIndicators';
import { useMaxPoints } from './useMaxPoints';
import type { VisibleRange } from './useVisibleRange';

export interface IndicatorListProps {
  settings: readonly IndicatorSetting[];
  onChange: (settings: readonly IndicatorSetting[]) => void;
  /** The chart whose last point the rows evaluate. */
  shown: { ticker: TickerDetail; timeframe: Timeframe; mode: ChartMode; view: VisibleRange | null };
}

const GROUPS: readonly [title: string, types: readonly IndicatorType[]][] = [
  ['On the price', ['sma', 'ema', 'bollinger', 'ichimoku']],
  ['In a pane below', ['rsi', 'macd', 'stochastic']],
];

/** A row per indicator; loaded when its layer opens. */
export default function IndicatorList({ settings, onChange, shown }: IndicatorListProps) {
  const { valueNow, bars } = useValues(settings, shown);
  return (
    <>
      <p className={classes.basis}>Computed from {bars}</p>
      {GROUPS.map(([title, types]) => (
        <section key={title} aria-label={title}>
          <h4 className={classes.group}>{title}</h4>
          <ul>
            {settings
              .filter(({ type }) => types.includes(type))
              .map((setting) => (
                <IndicatorRow
                  key={setting.type}
                  setting={setting}
                  value={valueNow(setting.type)}
                  onToggle={() => onChange(toggle(settings, setting.type))}
                  onEdit={(params) => onChange(edit(settings, setting.type, params))}
                />
              ))}
          </ul>
        </section>
      ))}
      <button type="button" className={classes.reset} onClick={() => onChange(DEFAULT_SETTINGS)}>
        Reset indicators
      </button>
    </>
  );
}

/**
 * The values of all indicators, including disabled ones, at the last point (empty until known), and the bars they are
 * computed from.
 */
function useValues(settings: readonly IndicatorSetting[], shown: IndicatorListProps['shown']) {
  const { ticker, timeframe, mode, view } = shown;
  const maxPoints = useMaxPoints(mode, isDailyOrLonger(timeframe));
  const { series, history } = useChartSeries(ticker, timeframe, maxPoints, view);
  const all = useMemo(() => settings.map((setting) => ({ ...setting, enabled: true })), [settings]);
  const computed = useIndicators(history, all, series.points);
  const { points } = series;
  const prices = points.map(({ price }) => price);
  const valueNow = (type: IndicatorType) => {
    const indicator = computed.find((each) => each.type === type);
    const decimals = shownDecimals(ticker, prices);
    return indicator ? legendOf(indicator, points.length - 1, decimals, points.length) : '';
  };
  return { valueNow, bars: barsName(points) };
}
