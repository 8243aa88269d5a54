import { type MockFeed, mockFeed } from './live.ts';
import { expect, type Page } from './test.ts';

/** A ticker as the API returns it, with the fields that tests use. */
export interface TickerResponse {
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

export async function fetchTicker(page: Page, symbol: string): Promise<TickerResponse> {
  return (await page.request.get(`api/tickers/${encodeURIComponent(symbol)}`)).json();
}

/**
 * Opens a ticker page with some fields replaced. The live feed is mocked, so that prices change only when a test sends
 * them.
 */
export async function openTicker(
  page: Page,
  symbol: string,
  fields: Partial<TickerResponse> = {},
): Promise<{ feed: MockFeed; ticker: TickerResponse }> {
  const feed = await mockFeed(page);
  const ticker = { ...(await fetchTicker(page, symbol)), ...fields };
  await page.route(`**/api/tickers/${encodeURIComponent(symbol)}`, (route) =>
    route.fulfill({ json: ticker }),
  );
  await page.goto(`ticker/${encodeURIComponent(symbol)}`);
  return { feed, ticker };
}

export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Moves the pointer until the brush of the chart is loaded, which happens on the first input. For wide screens only. */
export async function wakeChart(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(10, 10);
    await page.mouse.move(20, 10);
    await expect(panel(page, 'Price Chart').locator('[data-window]')).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Returns a live update of a ticker with another price, one minute after its last update. */
export function createUpdate(ticker: TickerResponse, price: number) {
  return {
    type: 'ticker_update',
    data: { ...ticker, price, updatedAt: new Date(Date.parse(ticker.updatedAt) + 60_000).toISOString() },
  };
}
