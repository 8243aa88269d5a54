/** Where a value stands in a range: 0 at its low, 1 at its high, no further; in the middle of one without width. */
export function positionInRange(value: number, low: number, high: number): number {
  return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
}
