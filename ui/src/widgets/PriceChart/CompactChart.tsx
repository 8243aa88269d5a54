import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { isTyping } from '~/hooks/isTyping';
import { useUrlText } from '~/hooks/useUrlChoice';
import { ChartBody } from './ChartBody';
import classes from './CompactChart.module.css';
import { CompareButton } from './CompareButton';
import type { DrawState } from './drawState';
import type { ShownChart } from './export/shownChart';
import { IndicatorsPopover } from './IndicatorsPopover';
import { MODE_NAMES } from './ModeButtons';
import { RangeButtons } from './RangeButtons';
import { RANGES } from './ranges';
import { CHART_MODES, type ChartMode, useChartMode } from './useChartMode';
import { useChartRange } from './useChartRange';
import { useCompared } from './useCompared';
import { useVisibleRange } from './useVisibleRange';

interface Props {
  ticker: TickerDetail;
  /** Before the controls: the ticker's name and price. */
  children: ReactNode;
  /** After the controls. */
  tools: ReactNode;
  /** F was pressed on the chart. */
  onFullScreen: () => void;
}

const NAMES = RANGES.map(({ value }) => value);

/** A price chart with one row of controls that takes the height of its container. Its settings are in a `ParameterScope`. */
export function CompactChart({ ticker, children, tools, onFullScreen }: Props) {
  const [indicatorText, setIndicators] = useUrlText('indicators');
  const [timeframe, chooseRange] = useChartRange(NAMES);
  const [view, setView] = useVisibleRange();
  const [mode, setMode] = useChartMode();
  const [compared, setCompared] = useCompared(ticker.symbol);
  const [layer, setLayer] = useState<'compare' | 'indicators' | null>(null);
  // Shows and moves drawings; new ones are drawn on the ticker's page.
  const draw = useState<DrawState>({ tool: null, selected: null });
  const shownRef = useRef<ShownChart | null>(null);
  const layerProps = (name: NonNullable<typeof layer>) => ({
    opened: layer === name,
    onOpened: (opened: boolean) => setLayer((now) => (opened ? name : now === name ? null : now)),
    dock: null,
  });
  const choose = (next: Timeframe) => {
    setView(null);
    chooseRange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey || isTyping(event.target)) return;
    event.preventDefault();
    onFullScreen();
  };
  return (
    <>
      <div className={classes.head}>
        {children}
        <div className={classes.controls}>
          <RangeButtons ranges={RANGES} value={timeframe} onChange={choose} />
          <select
            className={classes.mode}
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
          <CompareButton
            {...{ compared }}
            {...layerProps('compare')}
            symbol={ticker.symbol}
            onChange={setCompared}
          />
          <IndicatorsPopover
            {...layerProps('indicators')}
            text={indicatorText}
            onChange={setIndicators}
            shown={{ ticker, timeframe, mode, view }}
          />
          {tools}
        </div>
      </div>
      <div className={classes.body} onKeyDown={onKeyDown}>
        <ChartBody
          {...{ ticker, timeframe, mode, indicatorText, view, compared, shownRef }}
          name={RANGES.find(({ value }) => value === timeframe)?.label ?? timeframe}
          onView={setView}
          onCompare={setCompared}
          draw={draw}
          isCompact
        />
      </div>
    </>
  );
}
