import type { TickerType } from '~/api/types';

/** Hues of logo placeholders. Red and green are not used, because they indicate a direction. */
export const HUES = ['slate', 'blue', 'sky', 'indigo', 'violet', 'plum', 'amber', 'sand'] as const;
export type Hue = (typeof HUES)[number];

/** Returns a stable hue for a symbol, from an FNV-1a hash of its characters. */
export function hueOf(symbol: string): Hue {
  let hash = 0x811c9dc5;
  for (const character of symbol) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return HUES[hash % HUES.length] ?? 'slate';
}

/** Returns the first two letters or digits of a symbol: '^GSPC' gives GS, 'GC=F' gives GC. */
export function lettersOf(symbol: string): string {
  const letters = symbol.replace(/[^\p{L}\p{N}]/gu, '');
  return (letters || symbol).slice(0, 2).toUpperCase();
}

/** TICK-02: returns the URL of a ticker's logo; null for commodities and for URLs that contain 'undefined'. */
export function logoOf(ticker: { type?: TickerType; logo?: string | null }): string | null {
  if (!ticker.logo || ticker.type === 'commodity' || ticker.logo.includes('undefined')) return null;
  return ticker.logo;
}
