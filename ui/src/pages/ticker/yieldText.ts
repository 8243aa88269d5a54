import { UNKNOWN } from '~/market/format';

/** A yield in percent; it is a level and no change, and so has no sign: '2.89%'. */
export function yieldText(value: number | null): string {
  return value === null ? UNKNOWN : `${value.toFixed(2)}%`;
}
