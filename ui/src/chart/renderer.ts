import { afterPaint } from '~/hooks/afterPaint';
import { isPrinting } from '~/hooks/usePrinting';
import { addCost } from '~/live/priceScheduler';
import { DEFAULT_REM } from './datasets';
import type { Boxes, Frame, Layer } from './frame';
import { crosshair, crosshairDot } from './layers/crosshair';
import { dividers } from './layers/dividers';
import { timeAxis } from './layers/timeAxis';
import { valueAxis } from './layers/valueAxis';
import type { Drawing } from './model';
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

/** Returns the renderer that draws on a canvas. */
export const rendererOf = (canvas: HTMLCanvasElement): ChartRenderer | undefined => renderers.get(canvas);

/** Draws the additional layers of the drawing. */
const additionalLayers: Layer = (frame) => {
  for (const layer of frame.drawing.layers ?? []) layer(frame);
};

/** Drawn over the plot in every frame. */
const LAYERS: readonly Layer[] = [dividers, crosshairDot, additionalLayers, crosshair, valueAxis, timeAxis];

/**
 * Draws a chart on one canvas: a copy of the plot (grid, bars, lines), and above it layers for everything that moves more often, such as
 * labels, tags and the crosshair. Several changes within one frame are drawn once. While the view is panned, the plot is not drawn
 * again but copied from another position.
 */
export class ChartRenderer {
  private readonly plot: Plot;
  private drawing: Drawing | null = null;
  private lastDrawing: Drawing | null = null;
  private boxes = NOT_MEASURED;
  private isLayoutStale = true;
  /** The view to which the pointer moved the chart, until a drawing has it too. */
  private panned: Viewport | null = null;
  /** Set while the view is being panned. */
  private panEnd: ReturnType<typeof setTimeout> | undefined;
  /** Cancels the scheduled drawing. */
  private cancel: (() => void) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: () => Boxes,
    private readonly pixelRatio: () => number = () => devicePixelRatio,
  ) {
    this.plot = new Plot(pixelRatio);
    renderers.set(canvas, this);
    // Redraws text that was drawn before its font was loaded.
    void document.fonts.ready.then(() => this.schedule());
  }

  /** Shows a drawing in the next frame. */
  set(drawing: Drawing): void {
    if (this.panned && !isBehind(drawing, this.panned, this.drawing)) this.panned = null;
    this.drawing = drawing;
    this.schedule();
  }

  /** Moves the view in the next frame. Later drawings are shown at this view, too, until one of them has it. */
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

  /** The drawing on the canvas, with its layout; null before the first one. */
  get shown(): { drawing: Drawing; boxes: Boxes } | null {
    return this.lastDrawing && { drawing: this.lastDrawing, boxes: this.boxes };
  }

  destroy(): void {
    this.cancel?.();
    clearTimeout(this.panEnd);
    this.drawing = null;
    this.plot.destroy();
  }

  private schedule(): void {
    // The browser renders no further frame while printing.
    if (isPrinting() && this.drawing) this.flush(this.drawing);
    // The first drawing and the first layout of its element are both slow, so the drawing runs after that frame.
    else this.cancel ??= this.lastDrawing ? inNextFrame(this.run) : afterPaint(this.run);
  }

  private readonly run = (): void => {
    this.cancel = null;
    if (this.drawing) this.flush(this.drawing);
  };

  /** Draws now. Returns false if the first drawing was only prepared, which takes two steps. */
  flush(drawing: Drawing): boolean {
    const { lastDrawing } = this;
    if (this.isLayoutStale || !lastDrawing || shapeOf(lastDrawing) !== shapeOf(drawing))
      this.boxes = this.measure();
    this.isLayoutStale = false;
    if (!this.plot.prepare(drawing, this.boxes)) {
      if (isPrinting()) return this.flush(drawing);
      this.schedule();
      return false;
    }
    const startedAt = performance.now();
    const shown = this.panned ? { ...drawing, viewport: this.panned } : drawing;
    if (lastDrawing && isPan(lastDrawing, shown)) this.startPan();
    this.plot.update(shown, this.boxes, this.panEnd !== undefined);
    this.compose(shown);
    this.lastDrawing = shown;
    // A task queued in a frame runs after its paint.
    if (lastDrawing && isTick(lastDrawing, shown)) setTimeout(() => addCost(performance.now() - startedAt));
    return true;
  }

  /** Starts a pan or continues it. */
  private startPan(): void {
    clearTimeout(this.panEnd);
    this.panEnd = setTimeout(() => {
      this.panEnd = undefined;
      this.panned = null;
      this.schedule();
    }, PAN_END_MS);
  }

  /** Copies the plot to the canvas and draws the layers above it. */
  private compose(drawing: Drawing): void {
    const { boxes, canvas } = this;
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    const pixelRatio = this.pixelRatio();
    setSize(canvas, boxes, pixelRatio);
    ctx.resetTransform();
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    this.plot.copyTo(ctx, drawing.viewport, boxes);
    ctx.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    ctx.textAlign = 'left';
    const frame: Frame = { ctx, drawing, boxes };
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
const isPan = (previous: Drawing, next: Drawing): boolean =>
  isSameLength(previous.viewport, next.viewport) && !isSameView(previous.viewport, next.viewport);

/** Returns true if a drawing shows where a panned view was a moment before, on the same time axis. */
const isBehind = (next: Drawing, panned: Viewport, previous: Drawing | null): boolean =>
  isSameLength(panned, next.viewport) &&
  !isSameView(panned, next.viewport) &&
  // A tick may add a point. More points are an earlier history, in which all positions are different.
  next.positions.length - (previous?.positions.length ?? 0) <= 1;

/** Returns true if only prices changed. */
const isTick = (previous: Drawing, next: Drawing): boolean =>
  previous.positions !== next.positions &&
  previous.viewport === next.viewport &&
  previous.crosshair === next.crosshair;
