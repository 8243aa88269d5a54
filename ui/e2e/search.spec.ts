import { holdRequests } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

const PLACEHOLDER = 'Enter ticker symbol (e.g., AAPL, BTC, SPY)';
/** The initial time of the mocked clock. */
const START = Date.parse('2026-11-20T19:32:00Z');
const searchBox = (page: Page) => page.getByRole('main').getByPlaceholder(PLACEHOLDER);

test('SRCH-01 the search sends one request, 300 ms after the last keystroke, from two characters on', async ({
  page,
}) => {
  await page.clock.install({ time: START });
  const queries: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/api/tickers/search')) queries.push(url.searchParams.get('q') ?? '');
  });
  await page.goto('');
  await expect(searchBox(page)).toBeVisible();
  await page.clock.pauseAt(START + 60_000);
  await searchBox(page).fill(' A ');
  await page.clock.runFor(1000);
  expect(queries).toEqual([]);
  await searchBox(page).fill('AA');
  await page.clock.runFor(250);
  await searchBox(page).fill('AAP');
  await page.clock.runFor(299);
  expect(queries).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => queries).toEqual(['AAP']);
  await page.clock.resume();
  await expect(page.getByRole('option', { name: /AAPL/ })).toBeVisible();
  await searchBox(page).fill('A');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('SRCH-02 Enter and Analyze open the ticker that was typed; an empty field does nothing', async ({
  page,
}) => {
  await page.goto('');
  await searchBox(page).fill('   ');
  await page.getByRole('main').getByRole('button', { name: 'Analyze' }).click();
  await expect(page).toHaveURL(/\/$/);
  await searchBox(page).fill(' aapl ');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/\/ticker\/aapl$/);
  await page.goto('');
  await searchBox(page).fill('BTC');
  await page.getByRole('main').getByRole('button', { name: 'Analyze' }).click();
  await expect(page).toHaveURL(/\/ticker\/BTC$/);
});

test('SRCH-03 the list opens on focus, is at most 300 px high, and closes on outside click, Escape and selection', async ({
  page,
}) => {
  await page.goto('');
  await searchBox(page).fill('co');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const list = page.getByRole('listbox', { name: 'Tickers' });
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(options.first()).toBeHidden();
  await searchBox(page).focus();
  await expect(options.first()).toBeVisible();
  await searchBox(page).press('Escape');
  await expect(options.first()).toBeHidden();
  await searchBox(page).fill('AAPL');
  await expect(page.getByRole('option', { name: /AAPL/ })).toBeVisible();
  await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
});

test("SRCH-03 the list shows 'Loading...' and 'No results found'", async ({ page }) => {
  const release = await holdRequests(page, '**/api/tickers/search*', { json: [] });
  await page.goto('');
  await searchBox(page).fill('zzzz');
  await expect(page.getByText('Loading...')).toBeVisible();
  await release();
  await expect(page.getByText('No results found')).toBeVisible();
});

test('SRCH-03 a new text removes the previous results at once', async ({ page }) => {
  await page.route('**/api/tickers/search?q=aapl', () => undefined); // The request never gets a response.
  await page.goto('');
  await searchBox(page).fill('btc');
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await searchBox(page).fill('aapl');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/\/ticker\/aapl$/);
});

test('SRCH-04 a failed search empties the list and is logged, without an error on the page', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/tickers/search?q=aapl', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('');
  await searchBox(page).fill('btc');
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await searchBox(page).fill('aapl');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect.poll(() => logged.join()).toContain('Ticker search failed');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('SRCH-04 a slow earlier response never overwrites a later one', async ({ page }) => {
  const lateResult = { id: 1, symbol: 'SLOW', name: 'Late', type: 'stock', change24h: 1 };
  const release = await holdRequests(page, '**/api/tickers/search?q=aa', { json: [lateResult] });
  await page.goto('');
  const firstRequest = page.waitForRequest(/search\?q=aa$/);
  await searchBox(page).fill('aa');
  await firstRequest;
  await searchBox(page).fill('btc');
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await release();
  // Waits for another request, so that the page has processed the late response.
  await page.evaluate(() => fetch('api/config'));
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /SLOW/ })).toHaveCount(0);
});

test('slash and Ctrl-K open the search on any page', async ({ page }) => {
  await page.goto('not-found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeVisible();
});

test('text that is typed after slash appears in the search field when its code is loaded', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/CommandPalette-*.js');
  await page.goto('not-found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.keyboard.type('/btx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('c');
  await release();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toHaveValue('btc');
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toBeFocused();
  await page.keyboard.type(' ');
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toHaveValue('btc ');
});

test('a symbol and Enter that are typed before the search is loaded open the ticker', async ({ page }) => {
  const release = await holdRequests(page, '**/CommandPalette-*.js');
  await page.goto('not-found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.keyboard.type('/aapl');
  await page.keyboard.press('Enter');
  await release();
  await expect(page).toHaveURL(/\/ticker\/aapl$/);
});

for (const width of [320, 390, 600]) {
  test.describe(`on a touch screen of ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });
    for (const path of ['', 'not-found']) {
      test(`SRCH-01 a tap on the search field of /${path} starts typing`, async ({ page }) => {
        await page.goto(path);
        const field = searchBox(page);
        await field.tap(); // A tap fails if another element covers the field.
        await expect(field).toBeFocused();
        await page.keyboard.type('AAPL');
        await page.getByRole('option', { name: /AAPL/ }).tap();
        await expect(page).toHaveURL(/\/ticker\/AAPL$/);
      });
    }
  });
}
