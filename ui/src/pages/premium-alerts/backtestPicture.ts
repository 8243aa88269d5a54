import type { AlertBacktest } from '~/api/types';
import { pathsOf } from '~/chart/path';
import type { BacktestQuery } from './draft';

/** Size of the drawing in its own units. */
export const WIDTH = 360;
export const HEIGHT = 80;
/** Half the size of a mark, and the margin above and below the line. */
export const MARK = 3;

/**
 * The closes as a line, marks where the alert would have fired, and the alert level if it is a price; null with fewer
 * than two closes.
 */
export function pictureOf(
  { closes, fired }: Pick<AlertBacktest, 'closes' | 'fired'>,
  { type, condition, value }: BacktestQuery,
) {
  const points = closes.flatMap(({ at, price }) => (price === null ? [] : [{ time: Date.parse(at), price }]));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const prices = points.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const xOf = (time: number) => ((time - first.time) / (last.time - first.time)) * WIDTH;
  const yOf = (price: number) => MARK + (1 - (price - low) / (high - low || 1)) * (HEIGHT - 2 * MARK);
  const within = (price: number) => Math.min(high, Math.max(low, price));
  const isPrice = type === 'price' && condition !== 'percent_change' && value !== undefined;
  const isLine = isPrice && value >= low && value <= high;
  return {
    line: pathsOf(
      points.map(({ time, price }) => ({ x: xOf(time), y: yOf(price) })),
      HEIGHT,
    ).line,
    level: isLine ? yOf(value) : null,
    marks: fired.flatMap(({ at, price }) => {
      const x = Math.min(WIDTH, xOf(Date.parse(at)));
      return price === null ? [] : [{ x, y: yOf(within(price)) }];
    }),
  };
}
