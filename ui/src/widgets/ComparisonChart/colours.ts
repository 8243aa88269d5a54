import type { Scheme } from '~/chart/palette';

/** STCK-04: one colour a symbol, whichever are compared; shades that hold 3:1 on both surfaces. */
const FIXED: Readonly<Record<string, readonly [light: string, dark: string]>> = {
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
const OTHER = ['#475569', '#a9b6c8'] as const;

export const lineColour = (symbol: string, scheme: Scheme): string =>
  (FIXED[symbol] ?? OTHER)[scheme === 'light' ? 0 : 1];
