import './register';
import { Chart } from 'chart.js';
import { afterPaint } from '~/hooks/afterPaint';
import { isPrinting } from '~/hooks/usePrinting';
import { addCost } from '~/live/priceScheduler';
import { axisOf, type Config, configOf, type Dataset, noTicks, type Options, type Scales } from './config';
import { scaled } from './datasets';
import type { Boxes, Frame, Layer } from './frame';
import type { Spot } from './lineStyle';
import type { Drawing, Line, Pane } from './model';
import { axisValue } from './scale';
import { patch, spotsOf } from './spots';

/** The font size in px to which the line widths refer. */
const DEFAULT_REM = 16;

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

/**
 * Draws a chart on one canvas. chart.js draws lines and fills; our layers draw everything else on the same canvas. Compares each drawing
 * with the previous one: a tick moves one point, and a moved crosshair redraws without an update of chart.js. Several changes within one
 * frame are drawn once.
 */
export class ChartRenderer {
  private readonly config: Config;
  /** Created before the first drawing, once the canvas has its size. */
  private chart: Chart<'line', Spot[]> | null = null;
  private drawing: Drawing | null = null;
  private lastDrawing: Drawing | null = null;
  private boxes = NOT_MEASURED;
  private isLayoutStale = true;
  /** Cancels the scheduled drawing. */
  private cancel: (() => void) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: () => Boxes,
  ) {
    this.config = configOf(
      (layers) => this.draw(layers),
      () => this.lastDrawing !== null,
    );
    // Redraws text that was drawn before its font was loaded.
    void document.fonts.ready.then(() => this.schedule());
  }

  /** Shows a drawing in the next frame. */
  set(drawing: Drawing): void {
    this.drawing = drawing;
    this.schedule();
  }

  /** Measures the layout again. Must be called when the size or the font size changed. */
  resize(): void {
    this.isLayoutStale = true;
    this.schedule();
  }

  destroy(): void {
    this.cancel?.();
    this.drawing = null;
    this.chart?.destroy();
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

  private flush(drawing: Drawing): void {
    const { chart, lastDrawing } = this;
    if (!chart || !lastDrawing) {
      // Creating, laying out and drawing a chart are three tasks, so that a slow phone can respond between them.
      if (!chart) this.chart = this.createChart();
      else this.layOutFirst(chart, drawing);
      if (isPrinting()) this.flush(drawing);
      else this.schedule();
      return;
    }
    const startedAt = performance.now();
    const isChanged = this.apply(drawing);
    this.lastDrawing = drawing;
    activate(chart, drawing.crosshair?.index ?? null);
    // Each of these calls draws the chart once.
    if (isResized(chart, this.boxes)) chart.resize(this.boxes.width, this.boxes.height);
    else if (isChanged || this.isLayoutStale) chart.update('none');
    else chart.draw();
    this.isLayoutStale = false;
    // A task queued in a frame runs after its paint.
    if (lastDrawing && isTick(lastDrawing, drawing)) setTimeout(() => addCost(performance.now() - startedAt));
  }

  /** Creates an empty chart of the element's size. */
  private createChart(): Chart<'line', Spot[]> {
    const { canvas } = this;
    this.boxes = this.measure();
    // Without these sizes chart.js would measure the canvas, which forces a layout.
    canvas.width = this.boxes.width;
    canvas.height = this.boxes.height;
    return new Chart(canvas, this.config);
  }

  /** Computes the layout of the first drawing without drawing it. */
  private layOutFirst(chart: Chart<'line', Spot[]>, drawing: Drawing): void {
    this.apply(drawing);
    this.isLayoutStale = false;
    chart.update('none');
    this.lastDrawing = drawing;
  }

  /** Updates chart.js' data from the drawing; returns false if nothing changed. */
  private apply(drawing: Drawing): boolean {
    const { lastDrawing } = this;
    const isRebuilt = !lastDrawing || shapeOf(lastDrawing) !== shapeOf(drawing);
    if (isRebuilt || this.isLayoutStale) {
      this.boxes = this.measure();
      this.isLayoutStale = true;
      this.layOut(drawing);
    }
    const scale = this.boxes.rem / DEFAULT_REM;
    if (isRebuilt)
      this.config.data.datasets = drawing.panes.flatMap((pane) => datasetsOf(pane, drawing, scale));
    const isMoved = isRebuilt || this.update(drawing, lastDrawing, scale);
    return this.scale(drawing) || isMoved;
  }

  /** Updates the lines whose values or style changed. */
  private update(drawing: Drawing, lastDrawing: Drawing, scale: number): boolean {
    let isChanged = drawing.palette !== lastDrawing.palette;
    const previous = linesOf(lastDrawing);
    for (const [index, { line, range }] of linesOf(drawing).entries()) {
      const dataset = this.config.data.datasets[index] as Dataset;
      const { line: previousLine, range: previousRange } = previous[index] as LineWithRange;
      if (
        line.values !== previousLine.values ||
        drawing.positions !== lastDrawing.positions ||
        range.log !== previousRange.log
      )
        isChanged = patch(dataset.data, drawing.positions, line.values, range) || isChanged;
      if (line.style !== previousLine.style || this.isLayoutStale) {
        Object.assign(dataset, scaled(line.style, scale));
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Sets the panes' positions: chart.js stacks value axes in proportion to their weights. */
  private layOut({ panes }: Drawing): void {
    const { boxes } = this;
    const scales: Scales = { x: { type: 'linear', display: false, offset: false, afterBuildTicks: noTicks } };
    let bottom = 0;
    for (const [index, pane] of panes.entries()) {
      const box = boxes.panes[index] ?? { top: bottom, height: 1 };
      if (box.top > bottom) scales[`gap ${pane.key}`] = axisOf(box.top - bottom, 2 * index);
      scales[pane.key] = axisOf(box.height, 2 * index + 1);
      bottom = box.top + box.height;
    }
    this.options.scales = scales;
    this.options.layout = {
      // CSS positions the panes; chart.js' own padding for line widths would move them after the first layout.
      autoPadding: false,
      padding: { right: boxes.width - boxes.plotWidth, bottom: boxes.height - bottom },
    };
  }

  /** Sets the range of every axis; returns true if one changed. */
  private scale({ panes, viewport }: Drawing): boolean {
    const scales = this.options.scales as Record<string, { min?: number; max?: number }>;
    const ranges: [string, number, number][] = panes.map(({ key, range }) => [
      key,
      axisValue(range.low, range),
      axisValue(range.high, range),
    ]);
    let isChanged = false;
    for (const [key, min, max] of [['x', viewport.from, viewport.to] as const, ...ranges]) {
      const axis = scales[key];
      if (!axis || (axis.min === min && axis.max === max)) continue;
      Object.assign(axis, { min, max });
      isChanged = true;
    }
    return isChanged;
  }

  private draw(layers: readonly Layer[]): void {
    const { lastDrawing, boxes, chart } = this;
    if (!lastDrawing || !chart) return;
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = 'left';
    const frame: Frame = { ctx, drawing: lastDrawing, boxes };
    for (const layer of layers) layer(frame);
    ctx.restore();
  }

  private get options(): Options {
    return this.config.options as Options;
  }
}

function inNextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** Returns true if only prices changed. */
const isTick = (previous: Drawing, next: Drawing): boolean =>
  previous.positions !== next.positions &&
  previous.viewport === next.viewport &&
  previous.crosshair === next.crosshair;

/** Returns true if the canvas' size differs from the chart's. */
const isResized = (
  { width, height, currentDevicePixelRatio }: Chart<'line', Spot[]>,
  boxes: Boxes,
): boolean =>
  width !== boxes.width || height !== boxes.height || currentDevicePixelRatio !== devicePixelRatio;

/** Shows the dot of the first line under the crosshair. */
function activate(chart: Chart<'line', Spot[]>, index: number | null): void {
  const points = chart.data.datasets.length > 0 ? chart.getDatasetMeta(0).data.length : 0;
  const active = index !== null && index < points ? [{ datasetIndex: 0, index }] : [];
  chart.setActiveElements(active);
}

/** Returns a key of the lines and panes. If it changes, the datasets are rebuilt. */
const shapeOf = ({ panes }: Drawing): string =>
  panes.map(({ key, lines }) => `${key}:${lines.map((line) => line.key)}`).join('|');

interface LineWithRange {
  line: Line;
  /** The range of the line's pane. */
  range: Pane['range'];
}

const linesOf = ({ panes }: Drawing): LineWithRange[] =>
  panes.flatMap(({ lines, range }) => lines.map((line) => ({ line, range })));

const datasetsOf = ({ key, lines, range }: Pane, { positions }: Drawing, scale: number): Dataset[] =>
  lines.map((line) => ({
    ...(scaled(line.style, scale) as Dataset),
    label: line.key,
    yAxisID: key,
    data: spotsOf(positions, line.values, range),
  }));
