import type { TickerRow } from '~/api/types';
import { parseAmount } from '~/market/parseAmount';
import { paths } from '~/paths';

/** A parsed search text. */
export interface ParsedSearch {
  /** True if the text started with '>', which lists only actions. */
  actionsOnly: boolean;
  /** The text without '>' and verb, which tickers, pages and actions are matched against. */
  text: string;
  verb: 'alert' | 'compare' | undefined;
  /** Symbols or names in the text, in order. */
  names: readonly string[];
  condition: 'above' | 'below' | undefined;
  value: number | null;
}

/** Parses 'aapl', '> dark', 'alert aapl above 320', 'aapl 320' and 'compare aapl msft'. */
export function parseSearch(input: string): ParsedSearch {
  const trimmed = input.trim();
  const actionsOnly = trimmed.startsWith('>');
  const words = trimmed.replace(/^>\s*/, '').split(/\s+/).filter(Boolean);
  const [first = '', ...rest] = words;
  const verb = /^(alert|compare)$/i.test(first) && rest.length > 0 ? first.toLowerCase() : undefined;
  const terms = verb ? rest : words;
  const last = terms.at(-1) ?? '';
  const value = verb !== 'compare' && terms.length > 1 ? parseAmount(last) : null;
  const withoutValue = value === null ? terms : terms.slice(0, -1);
  const lastTerm = withoutValue.at(-1)?.toLowerCase();
  const condition =
    withoutValue.length > 1 && (lastTerm === 'above' || lastTerm === 'below') ? lastTerm : undefined;
  const names = condition ? withoutValue.slice(0, -1) : withoutValue;
  return {
    actionsOnly,
    // In a comparison each word is a ticker; otherwise the words form one name.
    text: verb === 'compare' ? (names[0] ?? '') : names.join(' '),
    verb: verb as ParsedSearch['verb'],
    names,
    condition,
    value,
  };
}

/** Returns a round price a few percent above `price`, the default level of an alert. */
export function levelAbove(price: number): number {
  const step = 10 ** (Math.floor(Math.log10(price)) - 1);
  const steps = Math.ceil((price * 1.02) / step);
  // Steps below one are not exact in binary, but their inverse is.
  return step < 1 ? steps / Math.round(1 / step) : steps * step;
}

/** Returns the direction and level of the alert for a ticker; undefined if it has no price. */
export function alertFor(
  { condition, value }: Pick<ParsedSearch, 'condition' | 'value'>,
  { price }: Pick<TickerRow, 'price'>,
): { condition: 'above' | 'below'; value: number } | undefined {
  if (price === null || price <= 0 || (value !== null && value <= 0)) return undefined;
  const level = value ?? levelAbove(price);
  return { condition: condition ?? (level >= price ? 'above' : 'below'), value: level };
}

/** Returns the URL of the alert form, filled in for a ticker. */
export function alertUrl(
  row: Pick<TickerRow, 'symbol' | 'price'>,
  search: Parameters<typeof alertFor>[0],
): string {
  const alert = alertFor(search, row);
  const query = new URLSearchParams({ symbol: row.symbol });
  if (alert) {
    query.set('condition', alert.condition);
    query.set('value', String(alert.value));
  }
  return `${paths.alerts}?${query}`;
}
