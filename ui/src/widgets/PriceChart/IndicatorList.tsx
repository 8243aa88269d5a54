import type { Dispatch, SetStateAction } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { isDailyOrLonger } from '~/chart/series';
import { shownDecimals } from '~/market/format';
import { DEFAULT_SETTINGS, edit, type IndicatorSetting, toggle } from '~/market/indicators/settings';
import { settingsOfText, settingsText } from '~/market/indicators/settingsText';
import type { IndicatorType } from '~/market/indicators/types';
import { barsName } from './barsName';
import { IndicatorRow } from './IndicatorRow';
import classes from './Indicators.module.css';
import { legendOf } from './readings';
import type { ChartMode } from './useChartMode';
import { useChartSeries } from './useChartSeries';
import { useIndicators } from './useIndicators';
import { useMaxPoints } from './useMaxPoints';
import type { VisibleRange } from './useVisibleRange';

type Settings = readonly IndicatorSetting[];

export interface IndicatorListProps {
  /** The enabled indicators, 'sma-50,rsi'. */
  text: string;
  onChange: (text: string) => void;
  /** The settings that were chosen last, with the parameters of disabled indicators, which the text doesn't have. */
  chosen: [Settings | null, Dispatch<SetStateAction<Settings | null>>];
  /** The chart whose last point the rows evaluate. */
  shown: { ticker: TickerDetail; timeframe: Timeframe; mode: ChartMode; view: VisibleRange | null };
}

const GROUPS: readonly [title: string, types: readonly IndicatorType[]][] = [
  ['On the price', ['sma', 'ema', 'bollinger', 'ichimoku']],
  ['In a pane below', ['rsi', 'macd', 'stochastic']],
];

/** A row per indicator; loaded when its layer opens. */
export default function IndicatorList({ text, onChange, chosen, shown }: IndicatorListProps) {
  const [last, setLast] = chosen;
  // Something else may have changed the text, such as the Back button.
  const settings = last && settingsText(last) === text ? last : settingsOfText(text);
  const choose = (next: Settings) => {
    setLast(next);
    onChange(settingsText(next));
  };
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
                  onToggle={() => choose(toggle(settings, setting.type))}
                  onEdit={(params) => choose(edit(settings, setting.type, params))}
                />
              ))}
          </ul>
        </section>
      ))}
      <button type="button" className={classes.reset} onClick={() => choose(DEFAULT_SETTINGS)}>
        Reset indicators
      </button>
    </>
  );
}

/**
 * The values of all indicators, including disabled ones, at the last point (empty until known), and the bars they are
 * computed from.
 */
function useValues(settings: Settings, shown: IndicatorListProps['shown']) {
  const { ticker, timeframe, mode, view } = shown;
  const maxPoints = useMaxPoints(mode, isDailyOrLonger(timeframe));
  const { series, history } = useChartSeries(ticker, timeframe, maxPoints, view);
  const all = settingsText(settings.map((setting) => ({ ...setting, enabled: true })));
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
