import './register';
import { Chart } from 'chart.js';
import { afterPainting } from '~/hooks/afterPainting';
import { isPrinting } from '~/hooks/usePrinting';
import { addCost } from '~/live/priceScheduler';
import { axisOf, type Config, configOf, type Dataset, noTicks, type Options, type Scales } from './config';
import { scaled } from './datasets';
import type { Boxes, Frame, Layer } from './frame';
import type { Spot } from './lineStyle';
import type { Drawing, Line, Pane } from './model';
import { axisValue } from './scale';
import { patch, spotsOf } from './spots';

/** The rem for which widths are given, in px. */
const USUAL_REM = 16;

/** Until the stage is laid out. */
const NOT_MEASURED: Boxes = {
  width: 0,
  height: 0,
  plotWidth: 0,
  panes: [],
  timesTop: 0,
  rem: USUAL_REM,
  fontFamily: '',
};

/**
 * Draws a chart on one canvas. Lines and fills are chart.js'; everything else is a layer of ours on
 * the same canvas. It keeps what it drew: a tick moves one point, a crosshair draws again without an
 * update, and whatever comes within one frame of the screen is drawn once.
 */
export class ChartRenderer {
  private readonly config: Config;
  /** Made before the first drawing, when its canvas has its size. */
  private chart: Chart<'line', Spot[]> | null = null;
  private drawing: Drawing | null = null;
  private drawn: Drawing | null = null;
  private boxes = NOT_MEASURED;
  private stale = true;
  /** Undoes what is planned. */
  private undo: (() => void) | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: () => Boxes,
  ) {
    this.config = configOf(
      (layers) => this.draw(layers),
      () => this.drawn !== null,
    );
    // Text that was drawn before its font came.
    void document.fonts.ready.then(() => this.schedule());
  }

  /** Shows a drawing at the next frame of the screen. */
  set(drawing: Drawing): void {
    this.drawing = drawing;
    this.schedule();
  }

  /** The stage has another size, or its type has. */
  resize(): void {
    this.stale = true;
    this.schedule();
  }

  destroy(): void {
    this.undo?.();
    this.drawing = null;
    this.chart?.destroy();
  }

  private schedule(): void {
    // A sheet of paper has no next frame.
    if (isPrinting() && this.drawing) this.flush(this.drawing);
    // The first drawing takes long, as does the frame that lays its stage out: it comes after that.
    else this.undo ??= this.drawn ? inNextFrame(this.run) : afterPainting(this.run);
  }

  private readonly run = (): void => {
    this.undo = null;
    if (this.drawing) this.flush(this.drawing);
  };

  private flush(drawing: Drawing): void {
    const { chart, drawn } = this;
    if (!chart || !drawn) {
      // Making, laying out and drawing a chart are three tasks: a slow phone answers between them.
      if (!chart) this.chart = this.make();
      else this.layOutFirst(chart, drawing);
      if (isPrinting()) this.flush(drawing);
      else this.schedule();
      return;
    }
    const begun = performance.now();
    const changed = this.apply(drawing);
    this.drawn = drawing;
    activate(chart, drawing.crosshair?.index ?? null);
    // Each of these three calls draws once.
    if (isResized(chart, this.boxes)) chart.resize(this.boxes.width, this.boxes.height);
    else if (changed || this.stale) chart.update('none');
    else chart.draw();
    this.stale = false;
    // A task that is asked for in a frame runs after its painting.
    if (drawn && isTick(drawn, drawing)) setTimeout(() => addCost(performance.now() - begun));
  }

  /** A chart of the stage's size with nothing in it. */
  private make(): Chart<'line', Spot[]> {
    const { canvas } = this;
    this.boxes = this.measure();
    // Else chart.js asks the browser, which lays the page out for it.
    canvas.width = this.boxes.width;
    canvas.height = this.boxes.height;
    return new Chart(canvas, this.config);
  }

  /** Lays a drawing out and does not draw it yet. */
  private layOutFirst(chart: Chart<'line', Spot[]>, drawing: Drawing): void {
    this.apply(drawing);
    this.stale = false;
    chart.update('none');
    this.drawn = drawing;
  }

  /** Brings chart.js' own data up to the drawing; false when there was nothing to bring. */
  private apply(drawing: Drawing): boolean {
    const { drawn } = this;
    const rebuilt = !drawn || shapeOf(drawn) !== shapeOf(drawing);
    if (rebuilt || this.stale) {
      this.boxes = this.measure();
      this.stale = true;
      this.layOut(drawing);
    }
    const scale = this.boxes.rem / USUAL_REM;
    if (rebuilt)
      this.config.data.datasets = drawing.panes.flatMap((pane) => datasetsOf(pane, drawing, scale));
    const moved = rebuilt || this.update(drawing, drawn, scale);
    return this.scale(drawing) || moved;
  }

  /** Patches the lines whose values or style are new. */
  private update(drawing: Drawing, drawn: Drawing, scale: number): boolean {
    let changed = drawing.palette !== drawn.palette;
    const before = linesOf(drawn);
    for (const [index, { line, range }] of linesOf(drawing).entries()) {
      const dataset = this.config.data.datasets[index] as Dataset;
      const { line: was, range: reach } = before[index] as PlacedLine;
      if (line.values !== was.values || drawing.places !== drawn.places || range.log !== reach.log)
        changed = patch(dataset.data, drawing.places, line.values, range) || changed;
      if (line.style !== was.style || this.stale) {
        Object.assign(dataset, scaled(line.style, scale));
        changed = true;
      }
    }
    return changed;
  }

  /** Where the panes lie: chart.js stacks the value axes in proportion to their weights. */
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
      // CSS says where the panes are; by what chart.js adds for a line's width they would move after the first layout.
      autoPadding: false,
      padding: { right: boxes.width - boxes.plotWidth, bottom: boxes.height - bottom },
    };
  }

  /** The reach of every axis. */
  private scale({ panes, viewport }: Drawing): boolean {
    const scales = this.options.scales as Record<string, { min?: number; max?: number }>;
    const reaches: [string, number, number][] = panes.map(({ key, range }) => [
      key,
      axisValue(range.low, range),
      axisValue(range.high, range),
    ]);
    let changed = false;
    for (const [key, min, max] of [['x', viewport.from, viewport.to] as const, ...reaches]) {
      const axis = scales[key];
      if (!axis || (axis.min === min && axis.max === max)) continue;
      Object.assign(axis, { min, max });
      changed = true;
    }
    return changed;
  }

  private draw(layers: readonly Layer[]): void {
    const { drawn, boxes, chart } = this;
    if (!drawn || !chart) return;
    const { ctx } = chart;
    ctx.save();
    ctx.textAlign = 'left';
    const frame: Frame = { ctx, drawing: drawn, boxes };
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

/** Whether another price is all that is new. */
const isTick = (before: Drawing, now: Drawing): boolean =>
  before.places !== now.places && before.viewport === now.viewport && before.crosshair === now.crosshair;

/** Whether the canvas has another size than the chart is drawn for. */
const isResized = (
  { width, height, currentDevicePixelRatio }: Chart<'line', Spot[]>,
  boxes: Boxes,
): boolean =>
  width !== boxes.width || height !== boxes.height || currentDevicePixelRatio !== devicePixelRatio;

/** The dot of the first line under the crosshair. */
function activate(chart: Chart<'line', Spot[]>, index: number | null): void {
  const points = chart.data.datasets.length > 0 ? chart.getDatasetMeta(0).data.length : 0;
  const active = index !== null && index < points ? [{ datasetIndex: 0, index }] : [];
  chart.setActiveElements(active);
}

/** What cannot change without building the chart again: which lines there are, in which panes. */
const shapeOf = ({ panes }: Drawing): string =>
  panes.map(({ key, lines }) => `${key}:${lines.map((line) => line.key)}`).join('|');

interface PlacedLine {
  line: Line;
  /** Of its pane. */
  range: Pane['range'];
}

const linesOf = ({ panes }: Drawing): PlacedLine[] =>
  panes.flatMap(({ lines, range }) => lines.map((line) => ({ line, range })));

const datasetsOf = ({ key, lines, range }: Pane, { places }: Drawing, scale: number): Dataset[] =>
  lines.map((line) => ({
    ...(scaled(line.style, scale) as Dataset),
    label: line.key,
    yAxisID: key,
    data: spotsOf(places, line.values, range),
  }));
