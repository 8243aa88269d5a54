import { BOND, type OtherProviders, startOtherProviders } from './otherProviders.ts';
import { type Server, startServerWithoutYahoo } from './server.ts';
import { expect, test } from './test.ts';

/** A live market with Deutsche Börse, which has a bond, and rates of the European Central Bank. */
let providers: OtherProviders;
let server: Server;
test.beforeAll(async () => {
  providers = await startOtherProviders();
  server = await startServerWithoutYahoo(providers.url, ['DEUTSCHE_BOERSE', 'ECB', 'CBOE'], ['AAPL']);
});
test.afterAll(async () => {
  await server.stop();
  providers.stop();
});

const SYMBOL = `${BOND}.F`;
/** The price as it is shown, with a space that does not break. */
const PRICE = /98\.45\u00a0%/;

test('a bond is found by its ISIN and shown in percent of par', async ({ page }) => {
  await page.goto(server.url);
  const search = page.getByRole('main').getByPlaceholder(/^Enter ticker symbol/);
  await search.fill(BOND);
  const option = page.getByRole('option', { name: new RegExp(SYMBOL) });
  await expect(option).toContainText('Germany 2022/2032 · Frankfurt');
  await option.click();
  await expect(page).toHaveURL(new RegExp(`/ticker/${SYMBOL}$`));
  const main = page.getByRole('main');
  await expect(page.getByTestId('quote-price')).toHaveText(PRICE);
  await expect(main.getByText('Bond. Frankfurt, in percent of par')).toBeVisible();
  await expect(main.getByText(/^\+0\.\d\d past/).first()).toBeVisible();
  await expect(page).toHaveTitle(PRICE);
  const statistics = page.getByRole('region', { name: 'Key Statistics' });
  await expect(statistics.getByText('€1,000.00')).toBeVisible();
  await expect(statistics.getByText('98.20\u00a0%')).toBeVisible();
  await expect(main).not.toContainText('€98');
});

test('a holding of a bond is its par value', async ({ page }) => {
  await page.request.post(`${server.url}api/tickers`, { data: { symbol: BOND } });
  const ticker = await (await page.request.get(`${server.url}api/tickers/${SYMBOL}`)).json();
  const list = await (
    await page.request.post(`${server.url}api/watchlists`, { data: { name: 'Bonds', userId: 1 } })
  ).json();
  const entry = await (
    await page.request.post(`${server.url}api/watchlists/${list.id}/tickers`, {
      data: { tickerId: ticker.id },
    })
  ).json();
  const changed = await page.request.patch(`${server.url}api/watchlist-items/${entry.watchlistItemId}`, {
    data: { quantity: 10_000, cost: 96.5 },
  });
  expect(changed.ok()).toBe(true);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${server.url}holdings`);
  const row = page.getByRole('row', { name: new RegExp(SYMBOL) });
  await expect(row).toContainText('98.45\u00a0%');
  await expect(row).toContainText('96.50\u00a0%');
  await expect(row).toContainText('€9,845.00');
  await expect(row).toContainText('+€195.00');
  await page.goto(`${server.url}ticker/${SYMBOL}`);
  await expect(page.getByText(/You own 10,000 at 96\.50\u00a0%/)).toBeVisible();
});
