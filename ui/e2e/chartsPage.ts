import { expect, type Page } from './test.ts';

/** A chart of the page `/charts`, by its number from 1. */
export const cell = (page: Page, number: number) =>
  page.getByRole('region', { name: `Chart ${number}`, exact: true });
export const tickerOf = (page: Page, number: number) =>
  cell(page, number).getByRole('button', { name: /change the ticker$/ });
export const expectTicker = (page: Page, number: number, symbol: string) =>
  expect(tickerOf(page, number)).toHaveAccessibleName(
    new RegExp(`^${symbol.replace('^', '\\^')}( .+)?, change the ticker$`),
  );
export const range = (page: Page, number: number, name: string) =>
  cell(page, number).getByRole('button', { name, exact: true });
export const crosshair = (page: Page, number: number) =>
  cell(page, number).getByRole('slider', { name: 'Price chart crosshair' });
export const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** Opens charts whose address names the tickers and settings: 'AAPL?range=1Y'. `base` is the URL of the server. */
export async function openCharts(page: Page, base: string, charts: string[], links = ''): Promise<void> {
  const parameters = new URLSearchParams(charts.map((chart, index) => [`chart${index + 1}`, chart]));
  if (links) parameters.set('links', links);
  await page.goto(`${base}charts?${parameters}`);
  await expect(crosshair(page, 1)).toBeVisible();
  for (const [index] of charts.entries()) {
    await cell(page, index + 1).scrollIntoViewIfNeeded();
    await expect(crosshair(page, index + 1)).toBeVisible();
  }
}
