import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { EmptyState } from '~/components/EmptyState';
import { ErrorState } from '~/components/ErrorState';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { BlockSkeleton } from '~/components/Skeletons';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useTopOffset } from '~/hooks/useTopOffset';
import heat from '~/widgets/Heatmap/heat.module.css';
import { heatPalette } from '~/widgets/Heatmap/heatColors';
import type { HeatItem } from '~/widgets/Heatmap/item';
import { Legend } from '~/widgets/Heatmap/Legend';
import { PERIOD_WORDS } from '~/widgets/Heatmap/periods';
import { Strips } from '~/widgets/Heatmap/Strips';
import { TileMap } from '~/widgets/Heatmap/TileMap';
import { Breadcrumb, Footer, ScaleChoice } from './Footer';
import classes from './HeatmapPage.module.css';
import { MARKET_OF } from './markets';
import { ToolBar } from './ToolBar';
import { useHeatChoices, useHeatmap } from './useHeatmap';

const QuoteSheet = retryingLazy(() => import('~/widgets/QuoteSheet/QuoteSheet'));
const ReplayBar = retryingLazy(() => import('~/widgets/Replay/ReplayBar'));

/** Media query for windows in which a quote panel fits next to the map. */
const QUOTE_FITS_QUERY = '(width >= 75em)';
const SHEET_HINTS = [
  ['← ↑ ↓ →', 'next tile'],
  ['Esc', 'close'],
] as const;

/** A full-window heatmap of a market; its settings are in the URL. */
export default function HeatmapPage() {
  const page = useRef<HTMLElement>(null);
  const choices = useHeatChoices();
  const { query, items, summary, tickerCount } = useHeatmap(choices);
  const [quoted, setQuoted] = useState<HeatItem>();
  const phone = useIsPhone();
  const { market, group, sector, period } = choices;
  const { noun, type } = MARKET_OF[market];
  const zoomed = group !== 'none' && summary.groups.has(sector) ? sector : undefined;
  const shown = zoomed === undefined ? items : items.filter((item) => item.group === zoomed);
  const canZoom = group !== 'none' && zoomed === undefined;
  const zoomTo = useZoom(page, zoomed, choices.zoomTo);
  const onQuote = useCallback((item: HeatItem) => setQuoted(item), []);
  useTopOffset(page);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.fullscreenElement) return;
    if (quoted) setQuoted(undefined);
    else if (zoomed !== undefined) zoomTo('');
    else return;
    event.preventDefault();
  };
  const View = phone ? Strips : TileMap;
  return (
    <section
      ref={page}
      aria-label="Heatmap"
      className={`${classes.page} ${heat.heat}`}
      data-colors={heatPalette()}
      onKeyDown={onKeyDown}
    >
      <ToolBar choices={choices} summary={summary} page={page} />
      {choices.isReplaying && (
        <LazyBoundary onFail={() => choices.setReplaying(false)}>
          <ReplayBar key={type} type={type} onClose={() => choices.setReplaying(false)} />
        </LazyBoundary>
      )}
      {phone && (
        <div className={classes.scale}>
          <Legend scale={summary.scale} isKnown={items.length > 0} />
          <p>
            Change {PERIOD_WORDS[period]} in % <ScaleChoice choices={choices} />
          </p>
        </div>
      )}
      {zoomed !== undefined && (
        <Breadcrumb
          name={zoomed}
          change={summary.groups.get(zoomed)?.change ?? null}
          onBack={() => zoomTo('')}
        />
      )}
      {query.isError && !query.data && (
        <ErrorState text={`Couldn't load the ${noun}.`} onRetry={() => query.refetch()} />
      )}
      {query.isPending && (
        <div className={classes.coming}>
          <BlockSkeleton height={phone ? 960 : 640} />
        </div>
      )}
      {query.data && items.length === 0 && <EmptyState text={`No market data for ${noun} yet.`} />}
      {items.length > 0 && (
        <View
          label={`Heatmap of ${noun}`}
          items={shown}
          period={period}
          summary={summary}
          isGrouped={canZoom}
          onZoom={canZoom ? zoomTo : undefined}
          onQuote={!phone && window.matchMedia(QUOTE_FITS_QUERY).matches ? onQuote : undefined}
          isQuoteOpen={quoted !== undefined}
        />
      )}
      <Footer
        choices={choices}
        summary={summary}
        shown={shown.length}
        unknown={tickerCount - items.length}
        zoomed={zoomed}
      />
      {quoted && !phone && (
        <LazyBoundary onFail={() => setQuoted(undefined)}>
          <QuoteSheet row={quoted.row} hints={SHEET_HINTS} onClose={() => setQuoted(undefined)} />
        </LazyBoundary>
      )}
    </section>
  );
}

/** Zooms, then moves focus: after zooming in to the back button, after zooming out to the group's name. */
function useZoom(
  page: { current: HTMLElement | null },
  zoomed: string | undefined,
  zoomTo: (name: string) => void,
) {
  const focusAfterZoom = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the map has changed
  useEffect(() => {
    if (focusAfterZoom.current === undefined) return;
    const selector = focusAfterZoom.current
      ? `[data-group="${CSS.escape(focusAfterZoom.current)}"]`
      : '[data-back]';
    focusAfterZoom.current = undefined;
    page.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [zoomed]);
  return useCallback(
    (name: string) => {
      focusAfterZoom.current = zoomed ?? '';
      zoomTo(name);
    },
    [zoomed, zoomTo],
  );
}
