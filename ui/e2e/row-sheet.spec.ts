import { expectAccessible } from './axe.ts';
import { mockFeed } from './live.ts';
import { expect, type Page, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const OWN_LIST = 'Desk';

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');
const row = (page: Page, table: string, symbol: string) =>
  rows(page, table).filter({ has: page.locator(`a[href$="/ticker/${symbol}"]`) });
const sheet = (page: Page) => page.getByRole('complementary', { name: /^Quote of/ });
const quoteOf = (page: Page, symbol: string) =>
  page.getByRole('complementary', { name: `Quote of ${symbol}` });
const linkOf = (page: Page, table: string, index: number) =>
  rows(page, table).nth(index).getByRole('link').first();
const symbolAt = async (page: Page, table: string, index: number) =>
  decodeURIComponent((await linkOf(page, table, index).getAttribute('href'))?.split('/').at(-1) ?? '');
/** Clicks on a row next to its links and controls. */
const openRow = (page: Page, table: string, index: number) =>
  rows(page, table).nth(index).locator('td:visible').first().click();

/** Opens the welcome page, or the dashboard with a list of three tickers. */
async function openHome(page: Page, view: 'intro' | 'deck') {
  const { id } = await (
    await page.request.post('api/watchlists', { data: { name: OWN_LIST, userId: 1 } })
  ).json();
  const entries = ['AAPL', 'KO', 'BTC'].map((symbol) => ({ symbol, note: '' }));
  await page.request.post(`api/watchlists/${id}/import`, { data: entries });
  await page.addInitScript(
    ([name, list]) => {
      localStorage.setItem('marketdeck.home-view', name);
      localStorage.setItem('marketdeck.home-list', list);
    },
    [view, String(id)] as const,
  );
  await page.goto('');
  return () => page.request.delete(`api/watchlists/${id}`);
}

for (const [path, table] of [
  ['etfs', 'All ETFs'],
  ['stock-analysis', 'Market Leaders'],
  ['commodities', 'Commodities'],
  ['crypto', 'Cryptocurrencies'],
] as const) {
  test(`a click on a row of '${table}' opens its quote, and Escape returns focus to the row`, async ({
    page,
  }) => {
    await page.goto(path);
    const symbol = await symbolAt(page, table, 2);
    const top = async () => (await rows(page, table).nth(2).boundingBox())?.y;
    await rows(page, table).nth(2).scrollIntoViewIfNeeded();
    const before = await top();
    await openRow(page, table, 2);
    await expect(quoteOf(page, symbol)).toBeVisible();
    await expect(quoteOf(page, symbol).getByRole('button', { name: 'Watchlist' })).toBeVisible();
    expect(Math.abs((await top()) ?? 0) - (before ?? 0)).toBeLessThanOrEqual(2);
    await expect(rows(page, table).nth(2)).toHaveAttribute('data-selected', 'true');
    await expect(page).toHaveURL(new RegExp(`/${path}\\?.*sheet=`));
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(linkOf(page, table, 2)).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/${path}$`));
  });
}

test('arrows, J and K walk through all rows, Enter opens the page, and Back returns to the row', async ({
  page,
}) => {
  const table = 'Cryptocurrencies';
  await page.goto('crypto');
  await openRow(page, table, 0);
  await expect(quoteOf(page, await symbolAt(page, table, 0))).toBeVisible();
  const initialCount = await rows(page, table).count();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const second = await symbolAt(page, table, 1);
  await expect(quoteOf(page, second)).toBeVisible();
  await expect(sheet(page).getByRole('status')).toContainText(`${second}, `);
  await expect(page).toHaveURL(new RegExp(`sheet=${second}$`));

  await test.step('walking past the last visible row shows another row', async () => {
    for (let step = 1; step < initialCount; step += 1) await page.keyboard.press('ArrowDown');
    await expect(rows(page, table)).toHaveCount(initialCount + 1);
    await expect(linkOf(page, table, initialCount)).toBeFocused();
    await expect(rows(page, table).nth(initialCount)).toBeInViewport();
    await expect(quoteOf(page, await symbolAt(page, table, initialCount))).toBeVisible();
  });

  await test.step('the arrow keys also walk while a button of the quote has focus', async () => {
    await sheet(page).getByRole('button', { name: '1M' }).click();
    await page.keyboard.press('ArrowUp');
    await expect(quoteOf(page, await symbolAt(page, table, initialCount - 1))).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: '1M' })).toHaveAttribute('aria-pressed', 'true');
  });

  const last = await symbolAt(page, table, initialCount - 1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/ticker/${last}`));
  await page.goBack();
  await expect(quoteOf(page, last)).toBeVisible();
  await expect(rows(page, table).nth(initialCount - 1)).toBeInViewport();
});

test('a shared link opens the quote, and Back does not walk through rows', async ({ page }) => {
  await page.goto('sitemap');
  await page.goto('etfs?sheet=SPY');
  await expect(quoteOf(page, 'SPY')).toContainText('SPDR S&P 500');
  await expect(row(page, 'All ETFs', 'SPY')).toBeInViewport();
  await page.reload();
  await expect(quoteOf(page, 'SPY')).toBeVisible();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page).not.toHaveURL(/SPY/);
  await sheet(page).getByRole('button', { name: 'Close quote' }).click();
  await expect(page).toHaveURL(/\/etfs$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/sitemap$/);
});

test('the name, Ctrl, the middle button and a double click open the page', async ({ page, context }) => {
  await page.goto('etfs');
  const cell = row(page, 'All ETFs', 'SPY').locator('td').nth(1);
  for (const click of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    const opened = context.waitForEvent('page');
    await cell.click(click);
    const tab = await opened;
    await expect(tab).toHaveURL(/\/ticker\/SPY$/);
    await tab.close();
  }
  await expect(sheet(page)).toHaveCount(0);
  await cell.dblclick();
  await expect(page).toHaveURL(/\/ticker\/SPY$/);
  await page.goBack();
  await row(page, 'All ETFs', 'QQQ').getByRole('link').click();
  await expect(page).toHaveURL(/\/ticker\/QQQ$/);
});

test('the price in the quote is live', async ({ page }) => {
  const feed = await mockFeed(page);
  await page.goto('etfs?sheet=SPY');
  const spy = await (await page.request.get('api/tickers/SPY')).json();
  await expect(quoteOf(page, 'SPY')).toContainText('52 weeks');
  await expect.poll(() => feed.requests.includes(`subscribe ${spy.id}`)).toBe(true);
  feed.send({ type: 'ticker_update', data: { ...spy, price: 9999.5, updatedAt: '2027-01-01T00:00:00Z' } });
  await expect(quoteOf(page, 'SPY')).toContainText('$9,999.50');
});

test('the quote of a stock has its figures, notes, headlines and a chart with ranges', async ({ page }) => {
  await page.request.post('api/notes', {
    data: { symbol: 'AAPL', day: '2026-01-05', text: 'Strong quarter' },
  });
  await page.goto('stock-analysis?sheet=AAPL');
  const quote = quoteOf(page, 'AAPL');
  for (const text of ['Day’s range', '52 weeks', 'Market cap', 'P/E', 'Dividend yield', 'Notes', 'Headlines'])
    await expect(quote).toContainText(text);
  for (const range of ['1W', '1M', '1Y']) {
    await quote.getByRole('button', { name: range }).click();
    await expect(quote).toContainText(
      { '1W': 'past week', '1M': 'past month', '1Y': 'past year' }[range] ?? '',
    );
  }
  await expect(quote.getByText(/^1Y: from/)).toBeAttached();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page);
  }
  await page.reload();
  await expect(quote.getByRole('button', { name: '1Y' })).toHaveAttribute('aria-pressed', 'true');
  await quote.getByRole('link', { name: 'Open page' }).click();
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
});

test('the search and menus keep their keys while a quote is open', async ({ page }) => {
  await page.goto('etfs?sheet=SPY');
  await expect(quoteOf(page, 'SPY')).toBeVisible();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox').fill('k');
  await palette.getByRole('combobox').press('ArrowDown');
  await palette.getByRole('combobox').press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(quoteOf(page, 'SPY')).toBeVisible();
});

test.describe('on the home page', () => {
  for (const [view, table, parameter] of [
    ['intro', 'Trending tickers', 'trending-sheet'],
    ['deck', OWN_LIST, 'sheet'],
    ['deck', 'Trending tickers', 'trending-sheet'],
  ] as const) {
    test(`a click on a row of '${table}' opens its quote, ${view}`, async ({ page }) => {
      const deleteList = await openHome(page, view);
      const [first, second] = [await symbolAt(page, table, 1), await symbolAt(page, table, 2)];
      await openRow(page, table, 1);
      await expect(quoteOf(page, first)).toBeVisible();
      await expect(rows(page, table).nth(1)).toHaveAttribute('data-selected', 'true');
      await expect(page).toHaveURL(new RegExp(`/\\?${parameter}=`));
      await page.keyboard.press('ArrowDown');
      await expect(quoteOf(page, second)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(linkOf(page, table, 2)).toBeFocused();
      await expect(page).toHaveURL(/\/$/);
      await rows(page, table).nth(1).getByRole('link').first().click();
      await expect(page).toHaveURL(/\/ticker\//);
      await deleteList();
    });
  }

  test('one quote is open at a time, walking past the last row shows more rows, and a shared link shows its row', async ({
    page,
  }) => {
    const [own, trending] = [OWN_LIST, 'Trending tickers'];
    const deleteList = await openHome(page, 'deck');
    await openRow(page, own, 0);
    await expect(sheet(page)).toHaveCount(1);
    await openRow(page, trending, 9);
    await expect(page).toHaveURL(/\/\?trending-sheet=/);
    await expect(sheet(page)).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(rows(page, trending)).toHaveCount(11);
    await expect(linkOf(page, trending, 10)).toBeFocused();
    const last = await symbolAt(page, trending, 10);
    await expect(page).toHaveURL(new RegExp(`=${last}$`));
    await page.reload();
    await expect(quoteOf(page, last)).toBeVisible();
    await expect(rows(page, trending).nth(10)).toBeInViewport();
    await deleteList();
  });

  test('in a narrow window, a row opens its page', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 900 });
    const deleteList = await openHome(page, 'deck');
    await openRow(page, OWN_LIST, 0);
    await expect(page).toHaveURL(/\/ticker\//);
    await deleteList();
  });
});

for (const width of [390, 820]) {
  test(`at ${width} px, a row opens its page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('etfs?sheet=SPY');
    const name = page.getByRole('main').getByRole('link', { name: /^SPY/ });
    await expect(name).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
    if (width < 768) await name.click();
    else await row(page, 'All ETFs', 'SPY').locator('td:visible').first().click();
    await expect(page).toHaveURL(/\/ticker\/SPY$/);
  });
}

for (const width of [1024, 1920]) {
  test(`at ${width} px, the quote fits`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('etfs?sheet=SPY');
    await expect(quoteOf(page, 'SPY')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    const right = await page.evaluate(
      () => document.querySelector('main table')?.getBoundingClientRect().right ?? 0,
    );
    const left = (await sheet(page).boundingBox())?.x ?? 0;
    if (width >= 1200) expect(right).toBeLessThanOrEqual(left);
    await expect(row(page, 'All ETFs', 'SPY').getByRole('link')).toBeInViewport();
  });
}
