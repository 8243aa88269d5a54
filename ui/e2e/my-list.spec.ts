import { mockLiveMarket } from './checkPage.ts';
import { startLiveServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { startYahoo } from './yahoo.ts';

const LISTINGS = {
  AAPL: { price: 271, previousClose: 268 },
  'SAP.DE': { price: 239.5, previousClose: 237, name: 'SAP SE', currency: 'EUR', exchange: 'GER' },
  'VOD.L': { price: 87.5, previousClose: 86, name: 'Vodafone', currency: 'GBp', exchange: 'LSE' },
  'NESN.SW': { price: 84, previousClose: 83, name: 'Nestle SA', currency: 'CHF', exchange: 'EBS' },
  NVDA: { price: 179, previousClose: 177 },
  AMZN: { price: 221, previousClose: 220 },
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search for a ticker' });

/** Opens the empty list of a live server whose provider knows only the symbols above. */
async function openList(page: Page) {
  const yahoo = await startYahoo(LISTINGS);
  const server = await startLiveServer(yahoo.url, ['AAPL']);
  await page.request.post(`${server.url}api/watchlists`, { data: { name: 'Mine', userId: 1 } });
  await page.goto(`${server.url}watchlist`);
  await expect(page.getByRole('heading', { name: 'My Watchlists' })).toBeVisible();
  const symbols = async () => {
    const lists = await (await page.request.get(`${server.url}api/watchlists`)).json();
    const response = await page.request.get(`${server.url}api/watchlists/${lists[0].id}/tickers`);
    return (await response.json()).tickers.map((row: { symbol: string }) => row.symbol);
  };
  const stop = async () => {
    await server.stop();
    yahoo.stop();
  };
  return { symbols, stop };
}

test('importing a file follows its unknown symbols after a confirmation, and reports each row', async ({
  page,
}) => {
  const { symbols, stop } = await openList(page);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByLabel('File to import').setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('symbol,note\nAAPL,\nSAP.DE,software\nLON:VOD,\nFOOBAR.XX,\nNESN.SW,\n'),
  });
  const importDialog = dialog(page, 'Import a list');
  await expect(importDialog).toContainText('4 symbols are not followed here yet');
  await importDialog.getByRole('button', { name: 'Follow 4 symbols' }).click();
  await expect(importDialog.getByRole('status')).toHaveText('4 of 5 rows are in the list.');
  await expect(importDialog.getByRole('row', { name: /FOOBAR\.XX/ })).toContainText(
    'No provider knows FOOBAR.XX.',
  );
  await expect(importDialog.getByRole('row', { name: /SAP\.DE/ })).toContainText('Followed and added');
  await importDialog.getByRole('button', { name: 'Done' }).click();
  expect(await symbols()).toEqual(['AAPL', 'SAP.DE', 'VOD.L', 'NESN.SW']);
  await stop();
});

test('in Add Ticker, Enter adds or follows a symbol, and a pasted list is added as a whole', async ({
  page,
}) => {
  const { symbols, stop } = await openList(page);
  await page
    .getByRole('button', { name: /^Add Tickers?$/ })
    .first()
    .click();
  const add = dialog(page, 'Add Ticker');
  await searchField(page).fill('AAPL');
  await searchField(page).press('Enter');
  await expect(add.getByRole('status')).toHaveText('AAPL added.');
  await expect(searchField(page)).toHaveValue('');
  await searchField(page).fill('SAP.DE');
  await searchField(page).press('Enter');
  await expect(add.getByRole('status')).toHaveText('SAP.DE added.');
  await searchField(page).fill('FOOBAR.XX');
  await searchField(page).press('Enter');
  await expect(add.getByRole('status')).toHaveText('No provider knows FOOBAR.XX.');
  await searchField(page).fill('AAPL, NVDA AMZN');
  await searchField(page).press('Enter');
  await expect(add.getByRole('row', { name: /AAPL/ })).toContainText('Already in this list');
  await expect(add.getByRole('row', { name: /AMZN/ })).toContainText('Added');
  await add.getByRole('button', { name: 'Done' }).click();
  expect(await symbols()).toEqual(['AAPL', 'SAP.DE', 'NVDA', 'AMZN']);
  await stop();
});

test("the import report lists columns that a list can't store", async ({ page }) => {
  const { symbols, stop } = await openList(page);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByLabel('File to import').setInputFiles({
    name: 'holdings.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Symbol,Shares,Cost,Note\nAAPL,10,1500,long\n'),
  });
  const importDialog = dialog(page, 'Import a list');
  await expect(importDialog).toContainText(
    'Not imported: Shares, Cost. This import reads only symbols and notes.',
  );
  await importDialog.getByRole('button', { name: 'Done' }).click();
  expect(await symbols()).toEqual(['AAPL']);
  await stop();
});

test('a comparison can follow an unknown symbol', async ({ page }) => {
  const { stop } = await openList(page);
  const url = new URL('stock-analysis?tab=comparison', page.url());
  await page.goto(url.href);
  await page.getByRole('button', { name: 'Add a ticker' }).click();
  const searchField = page.getByRole('textbox', { name: 'Add a ticker' });
  await searchField.fill('SAP.DE');
  await page.getByRole('button', { name: 'Follow and add SAP.DE' }).click();
  await expect(page.getByRole('list', { name: 'Compared tickers' })).toContainText('SAP.DE');
  const response = await page.request.get(new URL('api/tickers/SAP.DE', page.url()).href);
  expect(response.status()).toBe(200);
  await stop();
});

test('the results of Add Ticker show the price', async ({ page }) => {
  await mockLiveMarket(page);
  await page.goto('watchlist');
  const name = `List ${Date.now()}`;
  const response = await page.request.post('api/watchlists', { data: { name, userId: 1 } });
  expect(response.ok()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name }).first().click();
  await page
    .getByRole('button', { name: /^Add Tickers?$/ })
    .first()
    .click();
  await searchField(page).fill('apple');
  await expect(dialog(page, 'Add Ticker').getByRole('row', { name: /AAPL/ })).toContainText('$');
});
