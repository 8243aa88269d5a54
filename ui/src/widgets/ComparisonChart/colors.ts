import type { Scheme } from '~/chart/palette';

type Shades = readonly [light: string, dark: string];

/** STCK-04: a fixed color per symbol, with a contrast of at least 3:1 on the light and the dark background. */
const FIXED: Readonly<Record<string, Shades>> = {
  AAPL: ['#2563eb', '#60a5fa'],
  MSFT: ['#c2570c', '#fb923c'],
  AMZN: ['#7c3aed', '#a78bfa'],
  GOOGL: ['#0e7490', '#22d3ee'],
  META: ['#be185d', '#f472b6'],
  BTC: ['#c2570c', '#fb923c'],
  ETH: ['#7c3aed', '#a78bfa'],
  BNB: ['#be185d', '#f472b6'],
  XRP: ['#2563eb', '#60a5fa'],
  SOL: ['#0e7490', '#22d3ee'],
};
/** Colors for other symbols, in turn; all differ from the fixed ones. */
const PALETTE: readonly Shades[] = [
  ['#475569', '#a9b6c8'],
  ['#4d7c0f', '#a3e635'],
  ['#713f12', '#fde68a'],
  ['#3730a3', '#c7d2fe'],
  ['#0f172a', '#f1f5f9'],
];

/**
 * The color of each symbol; adding a symbol at the end keeps the colors of the others. A coin whose fixed color a stock before it
 * has, or the reverse, gets another one.
 */
export function lineColors(symbols: readonly string[], scheme: Scheme): (symbol: string) => string {
  const shades = new Map<string, Shades>();
  const isUsed = (color: Shades) => [...shades.values()].some(([light]) => light === color[0]);
  let others = 0;
  for (const symbol of symbols) {
    const fixed = FIXED[symbol];
    shades.set(symbol, fixed && !isUsed(fixed) ? fixed : (PALETTE[others++ % PALETTE.length] as Shades));
  }
  return (symbol) =>
    (shades.get(symbol) ?? FIXED[symbol] ?? (PALETTE[0] as Shades))[scheme === 'light' ? 0 : 1];
}
