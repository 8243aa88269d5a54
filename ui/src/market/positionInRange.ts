/** Returns the position of a value in a range: 0 at the low, 1 at the high, clamped; 0.5 in an empty range. */
export function positionInRange(value: number, low: number, high: number): number {
  return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
}
