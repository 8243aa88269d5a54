import type { FearGreed } from '~/api/types';

export interface Part {
  name: string;
  value: string | undefined;
}

/** The components of a reading: the four specified ones, or our own index's. Not every source has them. */
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
