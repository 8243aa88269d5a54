import { type KeyboardEvent, useRef, useState } from 'react';
import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { lazyPart } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useRootAttribute } from '~/hooks/useRootAttribute';
import { ChartBody } from './ChartBody';
import { CompareButton } from './CompareButton';
import { DrawButton } from './DrawButton';
import { ExportButton } from './ExportButton';
import controls from './Indicators.module.css';
import { IndicatorsPopover } from './IndicatorsPopover';
import { ModeButtons } from './ModeButtons';
import classes from './PriceChart.module.css';
import { type ChartRange, RangeButtons } from './RangeButtons';
import { RANGES, WHOLE_FILE } from './ranges';
import { useChartState } from './useChartState';

const FullScreen = lazyPart(() => import('./toolParts'), 'FullScreen');
const OpenInCharts = lazyPart(() => import('./lazyParts'), 'OpenInCharts');

interface Props {
  ticker: TickerDetail;
  title?: string;
  /** The offered ranges; all by default. */
  ranges?: readonly ChartRange[];
}

/** CHRT-01 to 07: the price chart with ranges, technical indicators, crosshair and a table version. */
export function PriceChart({ ticker, title, ranges: offered = RANGES }: Props) {
  // Imported files may reach back further than five years.
  const isWhole = offered.some(({ value }) => value === 'MAX');
  const ranges = ticker.imported && !isWhole ? [...offered, ...WHOLE_FILE] : offered;
  const state = useChartState(ticker, ranges);
  const isPhone = useIsPhone();
  const [isFull, setFull] = useState(false);
  const dock = useRef<HTMLDivElement>(null);
  const isInBar = isFull && !isPhone;
  const rangeButtons = <RangeButtons {...state.rangeProps} />;
  const modes = <ModeButtons {...state.modeProps} />;
  const compare = <CompareButton {...state.compareProps} />;
  const drawing = state.drawProps && <DrawButton {...state.drawProps} />;
  const exporting = <ExportButton shown={state.bodyProps.shownRef} />;
  const hasSheet = isPhone && !isFull && state.layer !== null;
  useRootAttribute('data-chart-sheet', hasSheet);
  // In full screen, the full-screen code handles the keys.
  const onKeyDown = (event: KeyboardEvent) => !isFull && state.onKey(event, () => setFull(true));
  return (
    <Panel
      className={isFull ? classes.full : hasSheet ? classes.sheet : (title && controls.longTitle) || ''}
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
          <IndicatorsPopover {...state.indicatorProps} dock={isFull ? null : dock} />
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
        <ChartBody {...state.bodyProps} />
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
