import { type ScriptedFeed, scriptFeed } from './live.ts';
import type { Page } from './test.ts';

/** What the tests read of a ticker. */
export interface TickerAnswer {
  id: number;
  symbol: string;
  name: string;
  price: number;
  change24h: number;
  change7d: number;
  updatedAt: string;
  decimals: number;
  [field: string]: unknown;
}

export async function askTicker(page: Page, symbol: string): Promise<TickerAnswer> {
  return (await page.request.get(`api/tickers/${encodeURIComponent(symbol)}`)).json();
}

/**
 * Opens a ticker with some fields as the test wants them. Nothing ticks unless the test sends it,
 * so that what is shown can be compared.
 */
export async function openTicker(
  page: Page,
  symbol: string,
  fields: Partial<TickerAnswer> = {},
): Promise<{ feed: ScriptedFeed; ticker: TickerAnswer }> {
  const feed = await scriptFeed(page);
  const ticker = { ...(await askTicker(page, symbol)), ...fields };
  await page.route(`**/api/tickers/${encodeURIComponent(symbol)}`, (route) =>
    route.fulfill({ json: ticker }),
  );
  await page.goto(`ticker/${encodeURIComponent(symbol)}`);
  return { feed, ticker };
}

export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A minute later, as a live update carries it. */
export function later(ticker: TickerAnswer, price: number) {
  return {
    type: 'ticker_update',
    data: { ...ticker, price, updatedAt: new Date(Date.parse(ticker.updatedAt) + 60_000).toISOString() },
  };
}
