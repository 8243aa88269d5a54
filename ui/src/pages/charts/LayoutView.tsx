import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChartLayout } from '~/api/types';
import { LinkedCrosshairContext } from '~/chart/linkedCrosshair';
import { SharedCrosshair } from '~/chart/sharedCrosshair';
import { useFullWindow } from '~/hooks/useFullWindow';
import { useTopOffset } from '~/hooks/useTopOffset';
import { setActiveChart } from '~/state/activeChart';
import { endTypeAhead, startTypeAhead } from '~/state/typeAhead';
import { type CellActions, ChartCell } from './ChartCell';
import classes from './Charts.module.css';
import { LayoutHead } from './LayoutHead';
import { type Count, type Layout, type LayoutChart, withCount, withSettings, withSymbol } from './layout';
import type { ChangeLayout } from './useAddressLayout';
import type { Saving } from './useSavedLayout';

export interface LayoutProps {
  layout: Layout;
  change: ChangeLayout;
  /** The name of a saved layout. */
  name?: string;
  saving?: Saving | null;
  /** All saved layouts. */
  layouts: readonly ChartLayout[];
  /** Tickers for new charts. */
  offered: readonly string[];
}

/** The charts of a layout, which fill the window below a line of controls. */
export function LayoutView({ layout, change, name, saving, layouts, offered }: LayoutProps) {
  const page = useRef<HTMLDivElement>(null);
  useTopOffset(page);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, layout.charts.length - 1);
  const [searching, setSearching] = useState<number | null>(null);
  const [isFull, toggleFull] = useFullWindow(page);
  const [crosshair] = useState(() => new SharedCrosshair());
  const actions = useMemo<CellActions>(() => {
    const closeSearch = () => {
      endTypeAhead();
      setSearching(null);
    };
    return {
      activate: setActive,
      show: (index, symbol) => {
        closeSearch();
        change((now) => withSymbol(now, index, symbol));
      },
      setSettings: (index, changes) => change((now) => withSettings(now, index, changes)),
      search: (index, isOpen) => {
        if (!isOpen) return closeSearch();
        // The code of the search is loaded with its first use.
        startTypeAhead(closeSearch);
        setSearching(index);
      },
      toggleFullScreen: toggleFull,
    };
  }, [change, toggleFull]);
  const activeSymbol = layout.charts[active]?.symbol ?? '';
  // Layout effects, because the next key press after leaving this page must not reach its charts.
  useLayoutEffect(() => {
    setActiveChart({
      symbol: activeSymbol,
      search: (text) => {
        actions.search(active, true);
        startTypeAhead(() => actions.search(active, false), text);
      },
      show: (symbol) => actions.show(active, symbol),
    });
    return () => setActiveChart(null);
  }, [active, activeSymbol, actions]);
  useLayoutEffect(() => () => void endTypeAhead(), []);
  const former = useRef<readonly LayoutChart[]>([]);
  const setCount = (count: Count) => {
    // Charts that are removed return if the number of charts is increased again.
    former.current = layout.charts.concat(former.current.slice(layout.charts.length));
    change((now) => withCount(now, count, former.current, offered));
  };
  return (
    <div ref={page} className={classes.page} data-full={isFull || undefined}>
      <LayoutHead
        {...{ layout, change, name, saving, layouts, active, isFull, setCount }}
        onFullScreen={toggleFull}
      />
      <LinkedCrosshairContext value={layout.links.crosshair ? crosshair : null}>
        <div className={classes.grid} data-count={layout.charts.length}>
          {layout.charts.map((chart, index) => (
            <ChartCell
              key={index}
              {...{ chart, index, actions }}
              isActive={index === active}
              isSearching={index === searching}
            />
          ))}
        </div>
      </LinkedCrosshairContext>
    </div>
  );
}
