import type { FearGreed } from '~/api/types';

export interface Part {
  name: string;
  value: string | undefined;
}

/**
 * What a reading is derived from: the four that the specification names, under these names, or what our own index is
 * the mean of. Not every source says it.
 */
export function partsOf(
  { indicators, components }: FearGreed,
  [momentum, volatility, breadth, putCall]: readonly [string, string, string, string],
): Part[] {
  if (!indicators && components.length > 0) {
    return components.map(({ name, score }) => ({ name, value: String(Math.round(score)) }));
  }
  return [
    { name: momentum, value: indicators?.marketMomentum },
    { name: volatility, value: indicators?.volatility },
    { name: breadth, value: indicators?.marketBreadth },
    { name: putCall, value: indicators?.putCallRatio },
  ];
}
