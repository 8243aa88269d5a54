import type { ChartRenderer } from '../renderer';
import { fractionOf, type Viewport } from '../viewport';
import type { Zoom } from './target';

/** While the canvas is panned in every frame, the rest of the page follows at this interval in milliseconds or longer. */
const FOLLOW_MS = 200;
/** The interval as a multiple of the time that the page takes to follow: on a slow device it follows less often, so the canvas moves smoothly. */
const FOLLOW_INTERVAL_RATIO = 5;

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
  /** Runs until the page is notified of the view. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the page was last notified of the view, in milliseconds; `null` once it has rendered it. */
  private notifiedAt: number | null = null;
  private followMs = FOLLOW_MS;

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
      if (!this.view) return;
      this.notifiedAt = performance.now();
      this.chart().zoom?.show(this.view);
    }, this.followMs);
    renderer?.pan(zoom.viewportOf(view));
    this.moveElements();
  }

  /** Shows a view that was not reached by panning, such as a zoomed one. */
  show(view: Viewport): void {
    this.stop();
    this.chart().zoom?.show(view);
  }

  /** Must be called after each rendering. The rendered view is the one on the canvas unless the pointer has moved since. */
  onRendered(): void {
    if (!this.timer) this.view = null;
    if (this.notifiedAt !== null)
      this.followMs = Math.max(FOLLOW_MS, FOLLOW_INTERVAL_RATIO * (performance.now() - this.notifiedAt));
    this.notifiedAt = null;
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
