import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DrawingPoint, TickerDetail, UserDrawing } from '~/api/types';
import { type DrawingTexts, drawingColor, drawingsLayer, type ShownDrawing } from '~/chart/drawings/layer';
import type { Plane } from '~/chart/drawings/plane';
import type { Layer, Level } from '~/chart/model';
import { type Palette, usePalette } from '~/chart/palette';
import { type Range, tagDecimals } from '~/chart/scale';
import type { ChartSeries } from '~/chart/series';
import type { Viewport } from '~/chart/viewport';
import { isTyping } from '~/hooks/isTyping';
import { formatNumber, formatSigned, priceDecimals } from '~/market/format';
import { useReadOnly } from '../../useReadOnly';
import classes from './Drawings.module.css';
import { attachDrawing, type DrawTarget, type Hit } from './gestures';
import { SelectedBar } from './SelectedBar';
import { ToolHint } from './ToolHint';
import { useDrawingChanges } from './useDrawingChanges';
import type { DrawTools } from './useDrawTools';
import { useSketch } from './useSketch';

/** What drawings add to the price pane. */
export interface DrawnLayer {
  layer: Layer;
  /** The levels, each with a tag on the value axis. */
  levels: readonly Level[];
}

interface Props {
  ticker: TickerDetail;
  tools: DrawTools;
  drawings: readonly UserDrawing[];
  series: ChartSeries;
  viewport: Viewport;
  /** The range of the price axis, as drawn. */
  range: Range;
  /** The index of the point under the crosshair, or of the last one in view. */
  index: number;
  /** Number of decimals of the quoted price. */
  decimals: number;
  priceText: (price: number) => string;
  onDrawn: (drawn: DrawnLayer | null) => void;
}

/** The user's drawings on a price chart: draws, selects, moves and deletes them. */
export function UserDrawings(props: Props) {
  const { ticker, tools, drawings, series, viewport, range, index, priceText, onDrawn } = props;
  const readOnly = useReadOnly();
  const palette = usePalette();
  const box = useRef<HTMLDivElement>(null);
  const { create, move, remove } = useDrawingChanges(ticker.symbol);
  const [hovered, setHovered] = useState<Hit | null>(null);
  const [dragged, setDragged] = useState<{ id: number; points: readonly DrawingPoint[] } | null>(null);
  const lastPrice = series.points.at(-1)?.price ?? 0;
  const decimals = priceDecimals(lastPrice, props.decimals);
  const tagDigits = tagDecimals(lastPrice, props.decimals);
  const sketch = useSketch({
    tool: tools.tool,
    pointed: series.points[index],
    decimals,
    onComplete(drawn) {
      create.mutate(drawn);
      tools.choose(null);
    },
  });
  const selected = drawings.find(({ id }) => id === tools.selected);
  const removeSelected = () => {
    if (!selected) return;
    remove.mutate({ drawing: selected });
    tools.select(null);
    plotOf(box.current)?.focus({ preventScroll: true });
  };
  const planeNow = (): Plane | null => {
    const stage = stageOf(box.current);
    const pane = stage?.querySelector<HTMLElement>('[data-pane]');
    return stage && pane
      ? { series, viewport, range, width: stage.clientWidth, height: pane.offsetHeight }
      : null;
  };

  const hoveredId = hovered?.drawing.id;
  const { drawn } = sketch;
  const drawnText = JSON.stringify(drawn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the unfinished drawing, which is new in every render.
  const shown = useMemo((): ShownDrawing[] => {
    const saved = drawings.map(({ id, tool, points }) => ({
      tool,
      points: id === dragged?.id ? dragged.points : points,
      isActive: id > 0 && [tools.selected, hoveredId, dragged?.id].includes(id),
    }));
    return drawn ? [...saved, { ...drawn, isActive: true }] : saved;
  }, [drawings, dragged, tools.selected, hoveredId, drawnText]);

  // Live prices change the series without a new layer: a frame reads the latest one.
  const latest = useRef({ series, priceText });
  useLayoutEffect(() => {
    latest.current = { series, priceText };
  });
  useEffect(() => {
    const texts: DrawingTexts = {
      price: (price) => latest.current.priceText(price),
      change: (change) => formatSigned(change, latest.current.priceText),
    };
    onDrawn({
      layer: drawingsLayer(shown, () => latest.current.series, texts),
      levels: levelsOf(shown, tagDigits, palette),
    });
  }, [shown, tagDigits, palette, onDrawn]);
  useEffect(() => () => onDrawn(null), [onDrawn]);

  const target: DrawTarget = {
    plane: planeNow,
    isDrawing: tools.tool !== null,
    hasOnePoint: tools.tool === 'level',
    first: sketch.first,
    drawings,
    snaps: tools.snaps,
    decimals,
    draw: sketch.draw,
    finish: sketch.finish,
    hover: (hit) =>
      setHovered((was) => (was?.drawing === hit?.drawing && was?.part === hit?.part ? was : hit)),
    select: tools.select,
    drag: ({ id }, points) => setDragged(points && { id, points }),
    drop(drawing, points) {
      setDragged(null);
      move.mutate({ drawing, points });
    },
  };
  usePointer(box, readOnly ? null : target);
  useKeys(box, (event, isOnPlot) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (readOnly || ctrlKey || metaKey || altKey) return false;
    if (key === 'Escape' && (tools.tool || selected)) {
      tools.reset();
      return true;
    }
    if (selected && (key === 'Delete' || key === 'Backspace')) {
      removeSelected();
      return true;
    }
    const plane = planeNow();
    return isOnPlot && plane !== null && sketch.press(event, plane);
  });
  const drawing = sketch.byPointer ? 'drawing' : '';
  const cursor = tools.tool ? drawing : dragged ? 'grabbing' : hovered ? 'over' : '';
  useEffect(() => {
    const stage = stageOf(box.current);
    if (stage) stage.dataset.cursor = cursor;
    return () => {
      delete stage?.dataset.cursor;
    };
  }, [cursor]);

  return (
    <div ref={box} className={classes.layer}>
      {tools.tool && (
        <ToolHint
          tool={tools.tool}
          hasFirst={sketch.first !== null}
          price={sketch.keyPrice === null ? null : priceText(sketch.keyPrice)}
          onCancel={() => tools.choose(null)}
        />
      )}
      {selected && !readOnly && (
        <SelectedBar
          {...{ ticker, priceText, lastPrice }}
          drawing={selected}
          onDelete={removeSelected}
          onClose={() => tools.select(null)}
        />
      )}
    </div>
  );
}

const stageOf = (element: HTMLElement | null) => element?.closest<HTMLElement>('[data-stage]') ?? null;
const plotOf = (element: HTMLElement | null) =>
  stageOf(element)?.querySelector<HTMLElement>(':scope > [role=slider]') ?? null;

/** Returns a tag on the value axis for each level. */
const levelsOf = (drawings: readonly ShownDrawing[], digits: number, palette: Palette): Level[] =>
  drawings.flatMap(({ tool, points: [point] }) => {
    const color = drawingColor(palette);
    const tag = { textColor: palette.surface, background: color };
    return tool === 'level' && point
      ? [{ value: point.price, color, dash: [], tag: { ...tag, text: formatNumber(point.price, digits) } }]
      : [];
  });

/** Handles the pointer on the chart around an element, unless `target` is null. */
function usePointer(box: React.RefObject<HTMLElement | null>, target: DrawTarget | null): void {
  const latest = useRef(target);
  useLayoutEffect(() => {
    latest.current = target;
  });
  const isEnabled = target !== null;
  useEffect(() => {
    const stage = stageOf(box.current);
    if (!stage || !isEnabled) return;
    return attachDrawing(stage, () => latest.current as DrawTarget);
  }, [box, isEnabled]);
}

/** Handles keys before the chart and the page do; `run` returns true for those that it handled. */
function useKeys(
  box: React.RefObject<HTMLElement | null>,
  run: (event: KeyboardEvent, isOnPlot: boolean) => boolean,
): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isElsewhere = target instanceof Element && target.closest('[role=dialog], [role=spinbutton]');
      if (event.defaultPrevented || isTyping(target) || isElsewhere) return;
      if (!latest.current(event, target === plotOf(box.current))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [box]);
}
