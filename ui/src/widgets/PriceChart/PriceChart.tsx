import { type KeyboardEvent, useRef, useState } from 'react';
import type { TickerDetail, Timeframe } from '~/api/types';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { isTyping } from '~/hooks/isTyping';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useUrlText } from '~/hooks/useUrlChoice';
import { useReadOnly } from '../useReadOnly';
import { ChartBody } from './ChartBody';
import { CompareButton } from './CompareButton';
import { DrawButton } from './DrawButton';
import type { DrawState } from './drawState';
import { ExportButton } from './ExportButton';
import type { ShownChart } from './export/shownChart';
import controls from './Indicators.module.css';
import { IndicatorsPopover } from './IndicatorsPopover';
import { ModeButtons } from './ModeButtons';
import classes from './PriceChart.module.css';
import { type ChartRange, RangeButtons } from './RangeButtons';
import { RANGES, WHOLE_FILE } from './ranges';
import { useChartMode } from './useChartMode';
import { useChartRange } from './useChartRange';
import { useCompared } from './useCompared';
import { useVisibleRange } from './useVisibleRange';

const FullScreen = lazyPart(() => import('./lazyParts'), 'FullScreen');
const OpenInCharts = lazyPart(() => import('./lazyParts'), 'OpenInCharts');

interface Props {
  ticker: TickerDetail;
  title?: string;
  /** The offered ranges; all by default. */
  ranges?: readonly ChartRange[];
}

/** CHRT-01 to 07: the price chart with ranges, technical indicators, crosshair and a table version. */
export function PriceChart({ ticker, title, ranges: offered = RANGES }: Props) {
  const [indicatorText, setIndicators] = useUrlText('indicators');
  // Imported files may reach back further than five years.
  const isWhole = offered.some(({ value }) => value === 'MAX');
  const ranges = ticker.imported && !isWhole ? [...offered, ...WHOLE_FILE] : offered;
  const [timeframe, chooseRange] = useChartRange(ranges.map(({ value }) => value));
  const [view, setView] = useVisibleRange();
  const choose = (next: Timeframe) => {
    setView(null);
    chooseRange(next);
  };
  const isPhone = useIsPhone();
  const [mode, setMode] = useChartMode();
  const [compared, setCompared] = useCompared(ticker.symbol);
  const [isFull, setFull] = useState(false);
  const [layer, setLayer] = useState<'compare' | 'draw' | 'indicators' | null>(null);
  const dock = useRef<HTMLDivElement>(null);
  // Only one layer fits next to the plot. A layer closed by opening another reports it afterwards.
  const opening = (name: NonNullable<typeof layer>) => ({
    opened: layer === name,
    onOpened: (opened: boolean) => setLayer((now) => (opened ? name : now === name ? null : now)),
  });
  const compare = (
    <CompareButton {...{ compared }} {...opening('compare')} symbol={ticker.symbol} onChange={setCompared} />
  );
  const draw = useState<DrawState>({ tool: null, selected: null });
  // A comparison has an axis of percent changes, and a currency pair without a page no drawings.
  const canDraw = !useReadOnly() && ticker.id > 0 && compared.length === 0;
  const drawing = canDraw && <DrawButton {...{ ticker, draw }} {...opening('draw')} />;
  const shownRef = useRef<ShownChart | null>(null);
  const exporting = <ExportButton shown={shownRef} />;
  const isInBar = isFull && !isPhone;
  const rangeButtons = <RangeButtons ranges={ranges} value={timeframe} onChange={choose} />;
  const modes = <ModeButtons value={mode} onChange={setMode} />;
  // In full screen, the full-screen code handles the keys.
  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey } = event;
    const key = event.key.toLowerCase();
    const isKey = key === 'f' || (key === 'd' && canDraw);
    if (!isKey || isFull || ctrlKey || metaKey || altKey || isTyping(event.target)) return;
    event.preventDefault();
    if (key === 'f') setFull(true);
    else setLayer('draw');
  };
  return (
    <Panel
      className={
        isFull ? classes.full : isPhone && layer ? classes.sheet : (title && controls.longTitle) || ''
      }
      title={title ?? 'Price Chart'}
      aside={
        <>
          {isFull && (
            <LazyBoundary onFail={() => setFull(false)}>
              <FullScreen ticker={ticker} onLeave={() => setFull(false)} />
            </LazyBoundary>
          )}
          {!isPhone && modes}
          {isInBar && rangeButtons}
          {!isPhone && compare}
          {!isPhone && drawing}
          <IndicatorsPopover
            {...opening('indicators')}
            dock={isFull ? null : dock}
            text={indicatorText}
            onChange={setIndicators}
            shown={{ ticker, timeframe, mode, view }}
          />
          {!isPhone && exporting}
          {isInBar && (
            <LazyBoundary silent>
              <OpenInCharts symbol={ticker.symbol} />
            </LazyBoundary>
          )}
          <button
            type="button"
            className={controls.square}
            aria-label={isFull ? 'Leave full screen' : 'Full screen'}
            data-full-screen={isFull || undefined}
            onClick={() => setFull(!isFull)}
          >
            <Icon name={isFull ? 'shrink' : 'expand'} size={16} />
          </button>
        </>
      }
    >
      <div className={classes.body} onKeyDown={onKeyDown}>
        {!isInBar && rangeButtons}
        <ChartBody
          {...{ ticker, timeframe, mode, indicatorText, view, compared, shownRef }}
          name={ranges.find(({ value }) => value === timeframe)?.label ?? timeframe}
          onView={setView}
          onCompare={setCompared}
          draw={draw}
        />
        {isPhone && (
          <div className={classes.modes}>
            {modes}
            {compare}
            {drawing}
            {exporting}
          </div>
        )}
        <div ref={dock} className={classes.dock} />
      </div>
    </Panel>
  );
}
