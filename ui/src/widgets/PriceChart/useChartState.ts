import { type KeyboardEvent, useRef, useState } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { isTyping } from '~/hooks/isTyping';
import { useUrlText } from '~/hooks/useUrlChoice';
import { useReadOnly } from '../useReadOnly';
import type { DrawState } from './drawState';
import type { ShownChart } from './export/shownChart';
import type { ChartRange } from './RangeButtons';
import { useChartMode } from './useChartMode';
import { useChartRange } from './useChartRange';
import { useCompared } from './useCompared';
import { useVisibleRange } from './useVisibleRange';

type Layer = 'compare' | 'draw' | 'indicators';

/** What a chart shows and which of its layers is open, as the props of its controls and of its body. */
export function useChartState(ticker: TickerDetail, ranges: readonly ChartRange[]) {
  const { symbol } = ticker;
  const [indicatorText, setIndicators] = useUrlText('indicators');
  const [timeframe, chooseRange] = useChartRange(ranges.map(({ value }) => value));
  const [view, setView] = useVisibleRange();
  const [mode, setMode] = useChartMode();
  const [compared, setCompared] = useCompared(symbol);
  const [layer, setLayer] = useState<Layer | null>(null);
  const draw = useState<DrawState>({ tool: null, selected: null });
  const shownRef = useRef<ShownChart | null>(null);
  // A comparison has an axis of percent changes, and a currency pair without a page no drawings.
  const canDraw = !useReadOnly() && ticker.id > 0 && compared.length === 0;
  // Only one layer fits next to the plot. A layer closed by opening another reports it afterwards.
  const opening = (name: Layer) => ({
    opened: layer === name,
    onOpened: (opened: boolean) => setLayer((now) => (opened ? name : now === name ? null : now)),
  });
  const choose = (next: Timeframe) => {
    setView(null);
    chooseRange(next);
  };
  /** Handles F for full screen and D for the drawing tools. */
  const onKey = (event: KeyboardEvent, onFullScreen: () => void) => {
    const { ctrlKey, metaKey, altKey } = event;
    const key = event.key.toLowerCase();
    const isKey = key === 'f' || (key === 'd' && canDraw);
    if (!isKey || ctrlKey || metaKey || altKey || isTyping(event.target)) return;
    event.preventDefault();
    if (key === 'f') onFullScreen();
    else setLayer('draw');
  };
  return {
    layer,
    onKey,
    rangeProps: { ranges, value: timeframe, onChange: choose },
    modeProps: { value: mode, onChange: setMode },
    compareProps: { symbol, compared, onChange: setCompared, ...opening('compare') },
    drawProps: canDraw && { ticker, draw, ...opening('draw') },
    indicatorProps: {
      text: indicatorText,
      onChange: setIndicators,
      shown: { ticker, timeframe, mode, view },
      ...opening('indicators'),
    },
    bodyProps: {
      ...{ ticker, timeframe, mode, indicatorText, view, compared, shownRef, draw },
      name: ranges.find(({ value }) => value === timeframe)?.label ?? timeframe,
      onView: setView,
      onCompare: setCompared,
    },
  };
}
