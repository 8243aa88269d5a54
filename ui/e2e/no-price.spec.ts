import { expectAccessible } from './axe.ts';
import { type Server, startLiveServer } from './server.ts';
import { expect, test } from './test.ts';
import { createUpdate, openTicker } from './tickerPage.ts';
import { type FakeYahoo, startYahoo } from './yahoo.ts';

test.describe('a ticker that its provider no longer knows', () => {
  let yahoo: FakeYahoo;
  let server: Server;
  test.beforeAll(async () => {
    yahoo = await startYahoo({ JNJ: { price: 208.05, previousClose: 208.22 } });
    server = await startLiveServer(yahoo.url, ['PFE', 'JNJ']);
  });
  test.afterAll(async () => {
    await server?.stop();
    yahoo?.stop();
  });

  test('shows a notice with the provider, the time of the last attempt and a link to the status page', async ({
    page,
  }) => {
    await page.goto(`${server.url}ticker/PFE`);
    const main = page.getByRole('main');
    const notice = main.getByRole('status').filter({ hasText: 'PFE' });
    await expect(notice).toContainText('Yahoo Finance has no data for PFE; it may be delisted.', {
      timeout: 30_000,
    });
    await expect(notice).toContainText(/Last tried (just now|\d+ minutes? ago)/);
    const dot = main.locator('header').getByRole('img', { name: 'Live data connected, No new prices' });
    await expect(dot).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(dot).toHaveCSS('border-top-color', 'rgb(245, 158, 11)');
    await expect(page.getByTestId('quote-price')).toHaveText('No price yet');
    const facts = main.getByRole('region', { name: 'Key Statistics' });
    await expect(facts).toContainText(/SectorHealthcare/);
    await expect(main.getByText('—')).toHaveCount(0);
    await expect(main.getByText('N/A')).toHaveCount(0);
    await expect(main.getByRole('region', { name: 'Investment Summary' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThan(1);
    await notice.getByRole('link', { name: 'Status' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/status$/);
    await expect(page.getByRole('list', { name: 'Tickers without fresh prices' })).toContainText('PFE');
  });
});

const trouble = {
  provider: 'yahoo',
  lastError: 'The source refused: AAPL: No data found, symbol may be delisted.',
  lastTriedAt: '2026-11-20T19:29:00Z',
  nextTryAt: null,
};

test('a ticker that its provider no longer has keeps its last price, with a notice until a new price arrives', async ({
  page,
}) => {
  const { feed, ticker } = await openTicker(page, 'AAPL', { trouble });
  const notice = page.getByText('Yahoo Finance has no data for AAPL; it may be delisted.');
  await expect(notice).toBeVisible();
  await expect(page.getByTestId('quote-price')).toContainText('$');
  await expect(page.getByRole('region', { name: 'Investment Summary' })).toBeVisible();
  feed.send(createUpdate(ticker, 229.01));
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Live data connected', exact: true })).toBeVisible();
});

test('the first price replaces the notice', async ({ page }) => {
  const emptyFields = {
    price: null,
    change24h: null,
    change7d: null,
    updatedAt: null,
    source: null,
    trouble,
  };
  const fields = emptyFields as unknown as Parameters<typeof openTicker>[2];
  const { feed, ticker } = await openTicker(page, 'AAPL', fields);
  await expect(page.getByText('Yahoo Finance has no data for AAPL; it may be delisted.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Investment Summary' })).toHaveCount(0);
  const firstUpdate = { ...ticker, price: 229.01, change24h: 1.2, updatedAt: '2026-11-20T19:40:00Z' };
  feed.send({ type: 'ticker_update', data: firstUpdate });
  await expect(page.getByTestId('quote-price')).toContainText('$229.01');
  await expect(page.getByRole('region', { name: 'Investment Summary' })).toBeVisible();
});
