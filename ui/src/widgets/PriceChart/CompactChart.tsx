import type { ReactNode } from 'react';
import type { TickerDetail } from '~/api/types';
import { PathIcon } from '~/components/Icon';
import { useIsPhone } from '~/hooks/useIsPhone';
import { ChartBody } from './ChartBody';
import classes from './CompactChart.module.css';
import { CompareButton } from './CompareButton';
import { DrawButton } from './DrawButton';
import { IndicatorsPopover } from './IndicatorsPopover';
import { MODE_NAMES } from './ModeButtons';
import { RangeButtons } from './RangeButtons';
import { RANGES } from './ranges';
import { CHART_MODES, type ChartMode } from './useChartMode';
import { useChartState } from './useChartState';

const MODE_ICONS: Record<ChartMode, string> = {
  line: 'M4 17l5-6 4 3 7-8',
  candles: 'M7 4v3M7 16v4M5 7h4v9H5zM17 3v5M17 14v6M15 8h4v6h-4z',
  bars: 'M8 4v16M4.5 8H8M8 16h3.5M17 4v16M13.5 14H17M17 9h3.5',
};

interface Props {
  ticker: TickerDetail;
  /** Before the controls: the ticker's name and price. */
  children: ReactNode;
  /** After the controls. */
  tools: ReactNode;
  /** F was pressed on the chart. */
  onFullScreen: () => void;
}

/** A price chart with one row of controls that takes the height of its container. Its settings are in a `ParameterScope`. */
export function CompactChart({ ticker, children, tools, onFullScreen }: Props) {
  const state = useChartState(ticker, RANGES);
  const { value: mode, onChange: setMode } = state.modeProps;
  // The ticker page has room for the other controls.
  const isPhone = useIsPhone();
  return (
    <>
      <div className={classes.head}>
        {children}
        <div className={classes.controls}>
          <RangeButtons {...state.rangeProps} />
          <span className={classes.mode}>
            <PathIcon path={MODE_ICONS[mode]} size={16} />
            <select
              aria-label="Chart type"
              value={mode}
              onChange={(event) => setMode(event.currentTarget.value as ChartMode)}
            >
              {CHART_MODES.map((each) => (
                <option key={each} value={each}>
                  {MODE_NAMES[each]}
                </option>
              ))}
            </select>
          </span>
          {!isPhone && <CompareButton {...state.compareProps} />}
          {!isPhone && state.drawProps && <DrawButton {...state.drawProps} />}
          <IndicatorsPopover {...state.indicatorProps} dock={null} />
          {tools}
        </div>
      </div>
      <div className={classes.body} onKeyDown={(event) => state.onKey(event, onFullScreen)}>
        <ChartBody {...state.bodyProps} isCompact />
      </div>
    </>
  );
}
