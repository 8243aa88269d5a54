import { expectAccessible } from './axe.ts';
import { type OtherProviders, PROVIDERS, startOtherProviders } from './otherProviders.ts';
import { type Server, startServerWithoutYahoo } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { panel } from './tickerPage.ts';

/** The tickers with the texts of their pages. */
const TICKERS = [
  { symbol: 'AAPL', price: '$231.50', source: 'Cboe', delay: 15 },
  { symbol: '^GSPC', price: '6,603.25', source: 'Cboe', delay: 15 },
  { symbol: 'EURUSD=X', price: '1.2123', source: 'CNBC', delay: 15 },
  { symbol: 'GC=F', price: '$4,081.30', source: 'CNBC', delay: 15 },
  { symbol: 'BTC', price: '$91,000.50', source: 'CoinGecko' },
  { symbol: '^TNX', price: '4.13', source: 'CNBC', delay: 15 },
];

test.describe('the live market without Yahoo', () => {
  let providers: OtherProviders;
  let server: Server;
  test.beforeAll(async () => {
    providers = await startOtherProviders();
    server = await startServerWithoutYahoo(providers.url, PROVIDERS, ['EURUSD=X', '^TNX']);
  });
  test.afterAll(async () => {
    await server?.stop();
    providers?.stop();
  });

  /** Expects the page of a ticker to show its price, source and delay, and a chart of a month. */
  async function expectComplete(page: Page, price: string, source: string, delay?: number): Promise<void> {
    const main = page.getByRole('main');
    await expect(page.getByTestId('quote-price')).toHaveText(price, { timeout: 60_000 });
    await expect(main.locator('header').first()).toContainText(source);
    if (delay) await expect(main).toContainText(`Delayed ${delay} min`);
    await page.getByRole('button', { name: '1M', exact: true }).click();
    await expect(panel(page, 'Price Chart').locator('canvas').first()).toBeVisible();
    await expect(page.getByTestId('quote-price')).not.toContainText('stale');
  }

  /** Waits until a ticker has daily bars. */
  async function waitForHistory(page: Page, symbol: string): Promise<void> {
    const url = `${server.url}api/tickers/${encodeURIComponent(symbol)}/bars?timeframe=1M&interval=1d`;
    const count = async () => {
      const response = await page.request.get(url);
      return response.ok() ? (await response.json()).length : 0;
    };
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(10);
  }

  for (const { symbol, price, source, delay } of TICKERS) {
    test(`${symbol} has price, history, source and delay`, async ({ page }) => {
      await waitForHistory(page, symbol);
      await page.goto(`${server.url}ticker/${encodeURIComponent(symbol)}`);
      await expectComplete(page, price, source, delay);
    });
  }

  test('a German stock is followed by its ISIN through the search', async ({ page }) => {
    await page.goto(server.url);
    await page
      .getByRole('main')
      .getByPlaceholder(/^Enter ticker symbol/)
      .fill('DE0007164600');
    const option = page.getByRole('option', { name: /SAP\.DE/ });
    await expect(option).toContainText('SAP SE · Xetra');
    await option.click();
    await expect(page).toHaveURL(/\/ticker\/SAP\.DE$/);
    await waitForHistory(page, 'SAP.DE');
    await expectComplete(page, '€231.45', 'Deutsche Börse', 15);
    await expect(page.getByRole('main')).toContainText('DE0007164600');
    await expectAccessible(page);
  });
});
