import { afterPaint } from '~/hooks/afterPaint';
import { isPrinting } from '~/hooks/usePrinting';
import { addCost } from '~/live/priceScheduler';
import { DEFAULT_REM } from './datasets';
import type { Boxes, Frame, Layer } from './frame';
import { crosshair, crosshairDot } from './layers/crosshair';
import { dividers } from './layers/dividers';
import { timeAxis } from './layers/timeAxis';
import { valueAxis } from './layers/valueAxis';
import type { ChartContent } from './model';
import { Plot, shapeOf } from './plot';
import { PAN_END_MS } from './useSteadyPanes';
import { isSameLength, isSameView, type Viewport } from './viewport';

/** The layout before the first measurement. */
const NOT_MEASURED: Boxes = {
  width: 0,
  height: 0,
  plotWidth: 0,
  panes: [],
  timesTop: 0,
  rem: DEFAULT_REM,
  fontFamily: '',
};

/** The renderers of the canvases on the page. */
const renderers = new WeakMap<HTMLCanvasElement, ChartRenderer>();

/** Returns the renderer that paints a canvas. */
export const rendererOf = (canvas: HTMLCanvasElement): ChartRenderer | undefined => renderers.get(canvas);

/** Paints the additional layers of the chart. */
const additionalLayers: Layer = (frame) => {
  for (const layer of frame.content.layers ?? []) layer(frame);
};

/** The layers that are painted over the plot in every frame. */
const LAYERS: readonly Layer[] = [dividers, crosshairDot, additionalLayers, crosshair, valueAxis, timeAxis];

/**
 * Paints a chart on one canvas: a copy of the plot (grid, bars, lines), and above it layers for everything that moves more often, such as
 * labels, tags and the crosshair. Several changes within one frame are painted once. While the view is panned, the plot is not repainted,
 * but copied from another position.
 */
export class ChartRenderer {
  private readonly plot: Plot;
  private content: ChartContent | null = null;
  private lastContent: ChartContent | null = null;
  private boxes = NOT_MEASURED;
  private isLayoutStale = true;
  /** The view to which the pointer moved the chart, until the content passed to `set` has it too. */
  private panned: Viewport | null = null;
  /** Ends the pan unless it continues; undefined while the view is not being panned. */
  private panEndTimer: ReturnType<typeof setTimeout> | undefined;
  /** Cancels the scheduled repaint. */
  private cancel: (() => void) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: () => Boxes,
    private readonly pixelRatio: () => number = () => devicePixelRatio,
  ) {
    this.plot = new Plot(pixelRatio);
    renderers.set(canvas, this);
    // Repaints text that was painted before its font was loaded.
    void document.fonts.ready.then(() => this.schedule());
  }

  /** Shows the content in the next frame. */
  set(content: ChartContent): void {
    if (this.panned && !isBehind(content, this.panned, this.content)) this.panned = null;
    this.content = content;
    this.schedule();
  }

  /** Moves the view in the next frame. Content that is set later is shown at this view, too, until its own view is this one. */
  pan(view: Viewport): void {
    this.panned = view;
    this.startPan();
    this.schedule();
  }

  /** Measures the layout again. Must be called when the size or the font size changed. */
  resize(): void {
    this.isLayoutStale = true;
    this.schedule();
  }

  /** The content that the canvas shows, with its layout; null before the first paint. */
  get shown(): { content: ChartContent; boxes: Boxes } | null {
    return this.lastContent && { content: this.lastContent, boxes: this.boxes };
  }

  destroy(): void {
    this.cancel?.();
    clearTimeout(this.panEndTimer);
    this.content = null;
    this.plot.destroy();
  }

  private schedule(): void {
    // The browser renders no further frame while printing.
    if (isPrinting() && this.content) this.flush(this.content);
    // The first paint and the first layout of its element are both slow, so the paint runs after that frame.
    else this.cancel ??= this.lastContent ? inNextFrame(this.run) : afterPaint(this.run);
  }

  private readonly run = (): void => {
    this.cancel = null;
    if (this.content) this.flush(this.content);
  };

  /** Paints now. Returns false if the first paint was only prepared, which takes two steps. */
  flush(content: ChartContent): boolean {
    const { lastContent } = this;
    if (this.isLayoutStale || !lastContent || shapeOf(lastContent) !== shapeOf(content))
      this.boxes = this.measure();
    this.isLayoutStale = false;
    if (!this.plot.prepare(content, this.boxes)) {
      if (isPrinting()) return this.flush(content);
      this.schedule();
      return false;
    }
    const startedAt = performance.now();
    const shown = this.panned ? { ...content, viewport: this.panned } : content;
    if (lastContent && isPan(lastContent, shown)) this.startPan();
    this.plot.update(shown, this.boxes, this.panEndTimer !== undefined);
    this.compose(shown);
    this.lastContent = shown;
    // A task queued in a frame runs after its paint.
    if (lastContent && isTick(lastContent, shown)) setTimeout(() => addCost(performance.now() - startedAt));
    return true;
  }

  /** Starts a pan or continues it. */
  private startPan(): void {
    clearTimeout(this.panEndTimer);
    this.panEndTimer = setTimeout(() => {
      this.panEndTimer = undefined;
      this.panned = null;
      this.schedule();
    }, PAN_END_MS);
  }

  /** Copies the plot to the canvas and paints the layers above it. */
  private compose(content: ChartContent): void {
    const { boxes, canvas } = this;
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    const pixelRatio = this.pixelRatio();
    setSize(canvas, boxes, pixelRatio);
    ctx.resetTransform();
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    this.plot.copyTo(ctx, content.viewport, boxes);
    ctx.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    ctx.textAlign = 'left';
    const frame: Frame = { ctx, content, boxes };
    for (const layer of LAYERS) layer(frame);
  }
}

/** Resizes a canvas that does not have the size of its layout. */
function setSize(canvas: HTMLCanvasElement, { width, height }: Boxes, pixelRatio: number): void {
  const [columns, rows] = [width, height].map((size) => Math.floor(size * pixelRatio)) as [number, number];
  if (canvas.width === columns && canvas.height === rows) return;
  Object.assign(canvas, { width: columns, height: rows });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
}

function inNextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** Returns true if the view moved along the time axis. */
const isPan = (previous: ChartContent, next: ChartContent): boolean =>
  isSameLength(previous.viewport, next.viewport) && !isSameView(previous.viewport, next.viewport);

/** Returns true if the view of `next` is an earlier position of the pan, so that `panned` must still be shown. */
const isBehind = (next: ChartContent, panned: Viewport, previous: ChartContent | null): boolean =>
  isSameLength(panned, next.viewport) &&
  !isSameView(panned, next.viewport) &&
  // A tick may add a point. More points are an earlier history, in which all positions are different.
  next.positions.length - (previous?.positions.length ?? 0) <= 1;

/** Returns true if only prices changed. */
const isTick = (previous: ChartContent, next: ChartContent): boolean =>
  previous.positions !== next.positions &&
  previous.viewport === next.viewport &&
  previous.crosshair === next.crosshair;
