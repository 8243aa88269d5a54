import './register';
import { Chart } from 'chart.js';
import { axisOf, type Config, configOf, type Dataset, type Options, type Scales, timeAxis } from './config';
import { DEFAULT_REM, scaled } from './datasets';
import type { Boxes, Frame } from './frame';
import { isSamePlot } from './isSamePlot';
import { background } from './layers/background';
import type { Spot } from './lineStyle';
import type { ChartContent, Line, Pane } from './model';
import { axisValue } from './scale';
import { patch, spotsOf } from './spots';
import { contains, isSameView, type Viewport, widen } from './viewport';

/** The width added on each side of the view while it is panned, as a fraction of the view. */
const PAN_MARGIN = 0.5;

/**
 * Paints grid, bars and lines on an offscreen canvas: chart.js paints lines and fills, our layers the rest. The canvas is repainted only
 * when its content changes. While the view is panned, the canvas is wider than the view, so that most frames only copy another part of it.
 */
export class Plot {
  private readonly config: Config;
  /** Created before the canvas is first painted, once the size is known. */
  private chart: Chart<'line', Spot[]> | null = null;
  private canvas: OffscreenCanvas | null = null;
  /** The pixels of the canvas after the last repaint. Copying them takes less time than copying from a canvas. */
  private image: ImageBitmap | null = null;
  /** The content that the canvas shows, with the viewport and the layout of the whole canvas. */
  private drawn: { content: ChartContent; boxes: Boxes } | null = null;
  /** The layout of the view from which the canvas' layout was computed, and the margin added to it. */
  private source: { boxes: Boxes; margin: number } | null = null;

  /** `pixelRatio` is the number of device pixels per px. */
  constructor(private readonly pixelRatio: () => number) {
    this.config = configOf(
      (ctx) => this.drawBackground(ctx),
      () => this.drawn !== null,
      pixelRatio,
    );
  }

  /** Prepares the first paint in two steps, so that a slow phone can respond between them. Returns true if there is nothing left to prepare. */
  prepare(content: ChartContent, boxes: Boxes): boolean {
    if (this.drawn) return true;
    if (this.chart) {
      const first = widenContent(content, boxes, 0);
      this.apply(first.content, first.boxes, { boxes, margin: 0 });
      this.chart.update('none');
      this.drawn = first;
      return false;
    }
    this.canvas = new OffscreenCanvas(boxes.width, boxes.height);
    // The types of chart.js don't know this kind of canvas.
    this.chart = new Chart(this.canvas as unknown as HTMLCanvasElement, this.config);
    return false;
  }

  /** Repaints the canvas if it does not show the content; `isPanning` adds margins beyond the view. Must be called before `copyTo`. */
  update(content: ChartContent, boxes: Boxes, isPanning: boolean): void {
    const { chart, drawn } = this;
    if (!chart) return;
    const isStale = !drawn || this.source?.boxes !== boxes || !isSamePlot(drawn.content, content);
    if (!isStale && this.covers(content.viewport, isPanning)) return;
    const margin = isPanning ? PAN_MARGIN : 0;
    const next = widenContent(content, boxes, margin);
    const isChanged = this.apply(next.content, next.boxes, { boxes, margin });
    this.drawn = next;
    // Each of these calls paints the chart once.
    if (isResized(chart, next.boxes, this.pixelRatio())) chart.resize(next.boxes.width, next.boxes.height);
    else if (isChanged) chart.update('none');
    else chart.draw();
    this.image?.close();
    this.image = this.canvas?.transferToImageBitmap() ?? null;
  }

  /** Copies the part of the canvas that a viewport shows; to whole device pixels, so that it stays sharp. */
  copyTo(ctx: CanvasRenderingContext2D, viewport: Viewport, { plotWidth }: Boxes): void {
    const { image, drawn, source } = this;
    if (!image || !drawn) return;
    if (source?.margin === 0) {
      ctx.drawImage(image, 0, 0);
      return;
    }
    const length = viewport.to - viewport.from;
    const width = plotWidth * this.pixelRatio();
    const left = Math.round(((viewport.from - drawn.content.viewport.from) / length) * width);
    const [columns, rows] = [Math.floor(width), image.height];
    ctx.drawImage(image, left, 0, columns, rows, 0, 0, columns, rows);
  }

  destroy(): void {
    this.chart?.destroy();
    this.image?.close();
  }

  /** Returns true if the canvas contains a view. Without panning, it must contain nothing else. */
  private covers(viewport: Viewport, isPanning: boolean): boolean {
    const drawn = this.drawn?.content.viewport;
    if (!drawn || !this.source) return false;
    const isWide = isPanning && this.source.margin > 0;
    return isWide ? contains(drawn, viewport) : isSameView(drawn, viewport);
  }

  /** Updates chart.js' data from the content; returns false if nothing changed. */
  private apply(content: ChartContent, boxes: Boxes, source: { boxes: Boxes; margin: number }): boolean {
    const last = this.drawn?.content ?? null;
    const isRebuilt = !last || shapeOf(last) !== shapeOf(content);
    const isLaidOut =
      isRebuilt || this.source?.boxes !== source.boxes || this.source.margin !== source.margin;
    this.source = source;
    if (isLaidOut) this.layOut(content, boxes);
    const scale = boxes.rem / DEFAULT_REM;
    if (isRebuilt)
      this.config.data.datasets = content.panes.flatMap((pane) => datasetsOf(pane, content, scale));
    const isMoved = isRebuilt || this.patchLines(content, last, scale, isLaidOut);
    return this.scale(content) || isMoved || isLaidOut;
  }

  /** Updates lines with changed values or style. */
  private patchLines(content: ChartContent, last: ChartContent, scale: number, isLaidOut: boolean): boolean {
    let isChanged = content.palette !== last.palette;
    const previous = linesOf(last);
    for (const [index, { line, range }] of linesOf(content).entries()) {
      const dataset = this.config.data.datasets[index] as Dataset;
      const { line: previousLine, range: previousRange } = previous[index] as LineWithRange;
      if (
        line.values !== previousLine.values ||
        content.positions !== last.positions ||
        range.log !== previousRange.log
      )
        isChanged = patch(dataset.data, content.positions, line.values, range) || isChanged;
      if (line.style !== previousLine.style || isLaidOut) {
        Object.assign(dataset, scaled(line.style, scale));
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Sets the panes' positions: chart.js stacks value axes in proportion to their weights. */
  private layOut({ panes }: ChartContent, boxes: Boxes): void {
    const scales: Scales = { x: timeAxis() };
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
  private scale({ panes, viewport }: ChartContent): boolean {
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

  private drawBackground(ctx: CanvasRenderingContext2D): void {
    if (!this.drawn) return;
    ctx.save();
    const frame: Frame = { ctx, ...this.drawn };
    background(frame);
    ctx.restore();
  }

  private get options(): Options {
    return this.config.options as Options;
  }
}

/** Adds a margin to both sides of the view, as a fraction of its length. */
const widenContent = (
  content: ChartContent,
  boxes: Boxes,
  margin: number,
): { content: ChartContent; boxes: Boxes } =>
  margin === 0
    ? { content, boxes }
    : {
        content: { ...content, viewport: widen(content.viewport, margin) },
        boxes: {
          ...boxes,
          plotWidth: boxes.plotWidth * (1 + 2 * margin),
          width: boxes.width + 2 * margin * boxes.plotWidth,
        },
      };

/** Returns true if the canvas' size differs from the chart's. */
const isResized = (
  { width, height, currentDevicePixelRatio }: Chart<'line', Spot[]>,
  boxes: Boxes,
  pixelRatio: number,
): boolean => width !== boxes.width || height !== boxes.height || currentDevicePixelRatio !== pixelRatio;

/** Returns a key of the lines and panes. If it changes, the datasets are rebuilt. */
export const shapeOf = ({ panes }: ChartContent): string =>
  panes.map(({ key, lines }) => `${key}:${lines.map((line) => line.key)}`).join('|');

interface LineWithRange {
  line: Line;
  /** The range of the line's pane. */
  range: Pane['range'];
}

const linesOf = ({ panes }: ChartContent): LineWithRange[] =>
  panes.flatMap(({ lines, range }) => lines.map((line) => ({ line, range })));

const datasetsOf = ({ key, lines, range }: Pane, { positions }: ChartContent, scale: number): Dataset[] =>
  lines.map((line) => ({
    ...(scaled(line.style, scale) as Dataset),
    label: line.key,
    yAxisID: key,
    data: spotsOf(positions, line.values, range),
  }));
