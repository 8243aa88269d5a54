import type { Pane } from './model';
import { axisValue, type Range, type ValueTick } from './scale';

/** Values that come into view while panning extend the range by this fraction more than needed, so that it rarely changes. */
const EXTRA = 0.15;

interface Scale {
  range: Range;
  ticks: readonly ValueTick[];
}

/** Converts a value of the axis' linear unit back. */
const fromLinear = (linear: number, { log }: Range): number => (log ? Math.exp(linear) : linear);

/** Extends a range where it does not contain another. */
export function extend(range: Range, other: Range): Range {
  const [low, high] = [axisValue(range.low, range), axisValue(range.high, range)];
  const [lower, higher] = [axisValue(other.low, range), axisValue(other.high, range)];
  if (lower >= low && higher <= high) return range;
  const extra = EXTRA * (Math.max(high, higher) - Math.min(low, lower));
  return {
    ...range,
    low: lower < low ? fromLinear(lower - extra, range) : range.low,
    high: higher > high ? fromLinear(higher + extra, range) : range.high,
  };
}

/** Returns the range between two others: `from` at progress 0, `to` at 1. */
export function between(from: Range, to: Range, progress: number): Range {
  const mix = (a: number, b: number) =>
    fromLinear(axisValue(a, to) + (axisValue(b, to) - axisValue(a, to)) * progress, to);
  return { ...to, low: mix(from.low, to.low), high: mix(from.high, to.high) };
}

/**
 * Holds the value ranges of panes while the view is panned, so that lines keep their shape and are not drawn again in every frame.
 * Afterwards the ranges are eased back to fit the visible values.
 */
export class SteadyRanges {
  /** The scales last shown, by pane. */
  private shown = new Map<string, Scale>();
  /** The scales when easing started. */
  private start = new Map<string, Scale>();
  private isHeld = false;

  /** Returns the panes with their scales to show. `progress` is the progress of the easing after a pan, from 0 to 1. */
  apply(panes: readonly Pane[], isPanning: boolean, progress: number): readonly Pane[] {
    if (this.isHeld && !isPanning) this.start = this.shown;
    this.isHeld = isPanning;
    const result = panes.map((pane) => {
      if (isPanning) return this.hold(pane);
      const from = this.start.get(pane.key);
      return progress < 1 && from ? withRange(pane, between(from.range, pane.range, progress)) : pane;
    });
    this.shown = new Map(result.map(({ key, range, ticks }) => [key, { range, ticks }]));
    return result;
  }

  private hold(pane: Pane): Pane {
    const shown = this.shown.get(pane.key);
    if (!shown || Boolean(shown.range.log) !== Boolean(pane.range.log)) return pane;
    const range = extend(shown.range, pane.range);
    return range === shown.range ? { ...pane, ...shown } : withRange(pane, range);
  }
}

const withRange = (pane: Pane, range: Range): Pane => ({
  ...pane,
  range,
  ticks: pane.ticksOf?.(range) ?? pane.ticks,
});
