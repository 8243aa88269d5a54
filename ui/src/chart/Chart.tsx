import { useMergedRef } from '@mantine/hooks';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Timeframe } from '~/api/types';
import { useAnnouncedText } from '~/hooks/useAnnouncedText';
import { useIsPhone } from '~/hooks/useIsPhone';
import { rootRem, type useSizeInRem } from '~/hooks/useSizeInRem';
import classes from './Chart.module.css';
import { DockedReadOut } from './DockedReadOut';
import { type Boxes, yOf } from './frame';
import type { ChartContent, Layer, Pane } from './model';
import { type Scheme, usePalette } from './palette';
import { ChartRenderer } from './renderer';
import { type ChartSeries, weeksPerBar } from './series';
import { memoizedTimeTicks, pointTime } from './timeTicks';
import { useCrosshair } from './useCrosshair';
import { useZoom } from './useZoom';
import { fractionOf, panToInclude, type Viewport, visibleIndices } from './viewport';
import type { Zoom } from './zoom/target';

interface Props {
  /** Has at least one point. */
  series: ChartSeries;
  timeframe: Timeframe;
  /** The visible part of the time axis. */
  viewport: Viewport;
  /** The plot's measured size, with the ref that measures it. */
  size: ReturnType<typeof useSizeInRem>;
  /** From top to bottom; the first is the tallest. */
  panes: readonly Pane[];
  /** Additional layers, drawn over the lines. */
  layers?: readonly Layer[] | undefined;
  /** Accessible name of the crosshair. */
  label: string;
  /** Text of a point for screen readers, read after its time. */
  valueText: (index: number) => string;
  /** Content of the tooltip; `background` is the color scheme of its background. Without `readOut` the chart has no tooltip. */
  readOut?: (index: number, time: string, background: Scheme) => ReactNode;
  /** Text above the panes about the point under the crosshair (`isPointed`), or else the last one. */
  headline?: (index: number, time: string, isPointed: boolean) => ReactNode;
  /** Elements over the panes and in a lane below; called with the index of the point under the crosshair, or else the last one. */
  extras?: (index: number) => ReactNode;
  /** Content of the corner below the value axis. */
  corner?: ReactNode;
  /** Controls zooming and panning. Without `zoom` the view is fixed. */
  zoom?: Zoom;
}

/** A chart: panes and axes on one canvas, with the crosshair's slider and the tooltip on top. */
export function Chart(props: Props) {
  const { series, timeframe, viewport, size, panes, label, valueText, readOut, headline, extras, corner } =
    props;
  const { zoom, layers: ownLayers } = props;
  const { points } = series;
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const renderer = useRef<ChartRenderer>(null);
  const keysId = useId();
  const { ref, width, height: plotHeight, rem } = size;
  const isPhone = useIsPhone();
  const palette = usePalette();
  const positions = useMemo(() => points.map(({ x }) => x), [points]);
  const visible = useMemo(() => visibleIndices(positions, viewport), [positions, viewport]);
  const reveal = (index: number) => {
    if (!zoom?.isZoomed) return;
    const next = panToInclude(zoom.view, positions[index] ?? 0, zoom.bounds);
    if (next !== zoom.view) zoom.show(next);
  };
  const crosshair = useCrosshair(series, viewport, visible.last, reveal);
  const { point, height } = crosshair;
  // The crosshair is not drawn at a point that was panned out of view.
  const isInView = (index: number) => index >= visible.first && index <= visible.last;
  const active = crosshair.active !== null && isInView(crosshair.active) ? crosshair.active : null;
  const { selection, isReady, loadCode, onKeyDown } = useZoom(
    zoom,
    () => ({ viewport, width: width * rem, stage: stage.current, renderer: renderer.current }),
    { points, positions, visible, active, point },
    plot,
  );
  const [ticksOf] = useState(memoizedTimeTicks);
  const timeTicks = ticksOf(series, timeframe, width || undefined, viewport);
  const shownIndex = active ?? visible.last;
  const weeks = weeksPerBar(points);
  const timeOf = (index: number) => pointTime(points[index]?.timestamp ?? '', timeframe, weeks);
  const time = timeOf(shownIndex);
  const [from, to] = selection?.edges ?? [];
  const content = useMemo<ChartContent>(() => {
    const dateOf = (index: number) => ({
      index,
      time: pointTime(points[index]?.timestamp ?? '', timeframe, weeks),
    });
    const dates = from === undefined || to === undefined ? undefined : [dateOf(from), dateOf(to)];
    const layers = selection ? [...(ownLayers ?? []), selection.layer] : ownLayers;
    const crosshairPoint = active === null ? null : { index: active, time, height };
    return { positions, viewport, panes, timeTicks, crosshair: crosshairPoint, dates, layers, palette };
  }, [
    positions,
    viewport,
    panes,
    timeTicks,
    active,
    height,
    time,
    palette,
    selection,
    ownLayers,
    from,
    to,
    points,
    timeframe,
    weeks,
  ]);
  useRenderer(renderer, stage, canvas, content, `${width} ${plotHeight} ${rem}`);
  const readOutContent = readOut?.(shownIndex, time, isPhone ? palette.scheme : 'dark');
  const selectionText = selection ? `${selection.words}, ` : '';
  const position = [timeframe, active ?? 'last', selectionText].join();
  const announcement = useAnnouncedText(plot, position, `${selectionText}${time}, ${valueText(shownIndex)}`);
  return (
    <>
      {isPhone && readOutContent && <div className={classes.fixedReadOut}>{readOutContent}</div>}
      {headline?.(shownIndex, time, active !== null)}
      <div className={classes.stage} ref={useMergedRef(ref, stage)} style={axisWidth(panes)} data-stage>
        <div className={classes.paper} aria-hidden="true">
          <canvas ref={canvas} />
        </div>
        {panes.map((pane, index) => (
          <div key={pane.key} className={classes.pane} data-pane={pane.key} data-size={pane.size}>
            {pane.title && <div className={classes.paneTitle}>{pane.title(shownIndex)}</div>}
            {pane.message && <p className={classes.message}>{pane.message}</p>}
            {index === 0 && active !== null && !isPhone && !selection && readOutContent && (
              <DockedReadOut
                position={fractionOf(positions[active] ?? 0, viewport)}
                isLow={isLow(pane, active)}
              >
                {readOutContent}
              </DockedReadOut>
            )}
          </div>
        ))}
        {extras && <div className={classes.lane} />}
        <div className={classes.times} data-times />
        {corner && <div className={classes.corner}>{corner}</div>}
        <div
          ref={plot}
          className={classes.crosshair}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-describedby={zoom && keysId}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={shownIndex}
          aria-valuetext={announcement}
          data-zoom={isReady || undefined}
          {...crosshair.handlers}
          onPointerEnter={loadCode}
          onFocus={loadCode}
          onKeyDown={(event) => {
            if (!onKeyDown(event)) crosshair.handlers.onKeyDown(event);
          }}
        />
        {extras?.(shownIndex)}
        {zoom && (
          <p id={keysId} className="visually-hidden">
            Arrow keys, Home and End move the crosshair. Plus and minus zoom, 0 shows the whole range. With
            Shift the left and right arrow keys select a span, and Enter zooms to it. F fills the screen with
            the chart.{extras && ' A sets an alert at the crosshair. D opens the drawing tools.'}
          </p>
        )}
      </div>
    </>
  );
}

/** Returns true if a pane's first line is in the lower half at a point. */
function isLow({ lines, range }: Pane, index: number): boolean {
  const value = lines[0]?.values[index];
  return typeof value === 'number' && yOf(value, range, 1) > 0.5;
}

/** Approximate width of a character of an axis label, and the labels' padding, in rem. */
const DIGIT_WIDTH = 0.44;
const LABEL_PADDING = 1.25;

/** Returns the width of the value axis: enough for its longest label, at least the default. */
function axisWidth(panes: readonly Pane[]) {
  const texts = panes.flatMap(({ ticks, levels = [], tagText, range }) => [
    ...ticks.map(({ label }) => label),
    ...levels.map(({ tag }) => tag?.text ?? ''),
    tagText?.(range.high) ?? '',
  ]);
  const longest = Math.max(...texts.map((text) => text.length));
  return {
    '--axis': `max(var(--axis-least), ${LABEL_PADDING + DIGIT_WIDTH * longest}rem)`,
  } as React.CSSProperties;
}

/** Measures a chart's layout. The canvas covers the plot and the value axis. */
function boxesOf(stage: HTMLElement, canvas: HTMLElement): Boxes {
  const panes = [...stage.querySelectorAll<HTMLElement>('[data-pane]')];
  const times = stage.querySelector<HTMLElement>('[data-times]');
  const host = canvas.parentElement as HTMLElement;
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    plotWidth: stage.clientWidth,
    panes: panes.map(({ offsetTop, offsetHeight }) => ({ top: offsetTop, height: offsetHeight })),
    timesTop: times?.offsetTop ?? host.clientHeight,
    rem: rootRem(),
    fontFamily: getComputedStyle(stage).fontFamily,
  };
}

/**
 * Draws on a chart's canvas. `size` is any value that changes when the layout must be measured again. `renderer` is set
 * while the canvas exists.
 */
function useRenderer(
  renderer: RefObject<ChartRenderer | null>,
  stage: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  content: ChartContent,
  size: string,
): void {
  useLayoutEffect(() => {
    const [stageElement, canvasElement] = [stage.current, canvas.current];
    if (!stageElement || !canvasElement) return;
    const chartRenderer = new ChartRenderer(canvasElement, () => boxesOf(stageElement, canvasElement));
    renderer.current = chartRenderer;
    return () => chartRenderer.destroy();
  }, [renderer, stage, canvas]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the size
  useEffect(() => renderer.current?.resize(), [renderer, size]);
  useEffect(() => renderer.current?.set(content), [renderer, content]);
}
