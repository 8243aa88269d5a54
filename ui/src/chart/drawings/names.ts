import type { DrawingTool } from '~/api/types';
import type { Drawn } from './shape';

export const TOOL_NAMES: Record<DrawingTool, string> = {
  trend: 'Trend line',
  ray: 'Ray',
  level: 'Level',
  fibonacci: 'Fibonacci retracement',
  measure: 'Measurement',
};

/** Returns a drawing's name with its prices: 'Trend line, $260.00 to $271.50', 'Level at $271.50'. */
export function drawingName({ tool, points }: Drawn, priceText: (price: number) => string): string {
  const [first = '', second] = points.map(({ price }) => priceText(price));
  return second === undefined
    ? `${TOOL_NAMES[tool]} at ${first}`
    : `${TOOL_NAMES[tool]}, ${first} to ${second}`;
}
