import type { ChartRenderer } from '../renderer';
import { fractionOf, type Viewport } from '../viewport';
import type { Zoom } from './target';

/** While the canvas is panned in every frame, the rest of the page follows at this interval in milliseconds. */
const FOLLOW_MS = 200;

/** A chart as last rendered by React. */
export interface PannedChart {
  zoom: Zoom | undefined;
  viewport: Viewport;
  /** Width of the plot in px. */
  width: number;
  stage: HTMLElement | null;
  renderer: Pick<ChartRenderer, 'pan'> | null;
}

/**
 * Pans a chart with its pointer. The canvas and elements with `data-pans` move in every frame without React, which renders everything
 * else a few times a second.
 */
export class Pan {
  /** The view on the canvas, until React has rendered it. */
  private view: Viewport | null = null;
  /** Set until the page is told about the view. */
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly chart: () => PannedChart) {}

  /** Returns the view on the canvas. */
  viewNow(): Viewport | undefined {
    return this.view ?? this.chart().zoom?.view;
  }

  /** Moves the view without changing its length. */
  pan(view: Viewport): void {
    const { zoom, renderer } = this.chart();
    if (!zoom) return;
    this.view = view;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.view) this.chart().zoom?.show(this.view);
    }, FOLLOW_MS);
    renderer?.pan(zoom.viewportOf(view));
    this.moveElements();
  }

  /** Shows a view that is not panned to. */
  show(view: Viewport): void {
    this.stop();
    this.chart().zoom?.show(view);
  }

  /** Must be called after each rendering, which has the view unless the pointer moved on. */
  onRendered(): void {
    if (!this.timer) this.view = null;
    this.moveElements();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.view = null;
  }

  private moveElements(): void {
    const { zoom, viewport, width, stage } = this.chart();
    const target = this.view && zoom?.viewportOf(this.view);
    const shift = target ? -fractionOf(target.from, viewport) * width : 0;
    for (const { style } of stage?.querySelectorAll<HTMLElement>('[data-pans]') ?? []) {
      style.willChange = target ? 'transform' : '';
      style.transform = shift === 0 ? '' : `translateX(${shift}px)`;
    }
  }
}
