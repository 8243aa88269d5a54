import type { TickerRow } from '~/api/types';
import { parseAmount } from '~/market/parseAmount';
import { paths } from '~/paths';

/** What a text asks for beside the tickers that it may name. */
export interface Wish {
  /** Only what can be done: the text began with '>'. */
  actionsOnly: boolean;
  /** The text without its mark and its verb: what tickers, pages and actions are found by. */
  text: string;
  verb: 'alert' | 'compare' | undefined;
  /** Symbols or names that were written, in order. */
  names: readonly string[];
  condition: 'above' | 'below' | undefined;
  value: number | null;
}

/** Reads 'aapl', '> dark', 'alert aapl above 320', 'aapl 320' and 'compare aapl msft'. */
export function parseWish(input: string): Wish {
  const trimmed = input.trim();
  const actionsOnly = trimmed.startsWith('>');
  const words = trimmed.replace(/^>\s*/, '').split(/\s+/).filter(Boolean);
  const [first = '', ...rest] = words;
  const verb = /^(alert|compare)$/i.test(first) && rest.length > 0 ? first.toLowerCase() : undefined;
  const said = verb ? rest : words;
  const last = said.at(-1) ?? '';
  const value = verb !== 'compare' && said.length > 1 ? parseAmount(last) : null;
  const named = value === null ? said : said.slice(0, -1);
  const side = named.at(-1)?.toLowerCase();
  const condition = named.length > 1 && (side === 'above' || side === 'below') ? side : undefined;
  const names = condition ? named.slice(0, -1) : named;
  return {
    actionsOnly,
    // Two stocks are compared; anything else with a space in it is one name.
    text: verb === 'compare' ? (names[0] ?? '') : names.join(' '),
    verb: verb as Wish['verb'],
    names,
    condition,
    value,
  };
}

/** A round level some percent above a price: what an alert is offered for where no level was written. */
export function levelAbove(price: number): number {
  const step = 10 ** (Math.floor(Math.log10(price)) - 1);
  const steps = Math.ceil((price * 1.02) / step);
  // A step below one is no exact number: its inverse is.
  return step < 1 ? steps / Math.round(1 / step) : steps * step;
}

/** The alert that a wish asks for on a ticker: its side and level; nothing where it has no price. */
export function alertFor(
  { condition, value }: Pick<Wish, 'condition' | 'value'>,
  { price }: Pick<TickerRow, 'price'>,
): { condition: 'above' | 'below'; value: number } | undefined {
  if (price === null || price <= 0 || (value !== null && value <= 0)) return undefined;
  const level = value ?? levelAbove(price);
  return { condition: condition ?? (level >= price ? 'above' : 'below'), value: level };
}

/** The alert form, filled in with what a wish asks for on a ticker. */
export function alertAddress(
  row: Pick<TickerRow, 'symbol' | 'price'>,
  wish: Parameters<typeof alertFor>[0],
): string {
  const alert = alertFor(wish, row);
  const query = new URLSearchParams({ symbol: row.symbol });
  if (alert) {
    query.set('condition', alert.condition);
    query.set('value', String(alert.value));
  }
  return `${paths.alerts}?${query}`;
}
