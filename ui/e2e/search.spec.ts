import { holdRequests } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

const PLACEHOLDER = 'Enter ticker symbol (e.g., AAPL, BTC, SPY)';
/** The page's clock in tests that move it by hand. */
const START = Date.parse('2026-11-20T19:32:00Z');
const box = (page: Page) => page.getByRole('main').getByPlaceholder(PLACEHOLDER);

test('SRCH-01 asks once, 300 ms after the last keystroke, and only from two characters on', async ({
  page,
}) => {
  await page.clock.install({ time: START });
  const queries: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/api/tickers/search')) queries.push(url.searchParams.get('q') ?? '');
  });
  await page.goto('');
  await expect(box(page)).toBeVisible();
  await page.clock.pauseAt(START + 60_000);
  await box(page).fill(' A ');
  await page.clock.runFor(1000);
  expect(queries).toEqual([]);
  await box(page).fill('AA');
  await page.clock.runFor(250);
  await box(page).fill('AAP');
  await page.clock.runFor(299);
  expect(queries).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => queries).toEqual(['AAP']);
  await page.clock.resume();
  await expect(page.getByRole('option', { name: /AAPL/ })).toBeVisible();
  await box(page).fill('A');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('SRCH-02 Enter and Analyze open the text as typed; an empty field does nothing', async ({ page }) => {
  await page.goto('');
  await box(page).fill('   ');
  await page.getByRole('main').getByRole('button', { name: 'Analyze' }).click();
  await expect(page).toHaveURL(/\/$/);
  await box(page).fill(' aapl ');
  await box(page).press('Enter');
  await expect(page).toHaveURL(/\/ticker\/aapl$/);
  await page.goto('');
  await box(page).fill('BTC');
  await page.getByRole('main').getByRole('button', { name: 'Analyze' }).click();
  await expect(page).toHaveURL(/\/ticker\/BTC$/);
});

test('SRCH-03 the list opens on focus, is at most 300 px high, and closes outside, on Escape and on selection', async ({
  page,
}) => {
  await page.goto('');
  await box(page).fill('co');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const list = page.getByRole('listbox', { name: 'Tickers' });
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300);
  await page.getByRole('heading', { name: 'Market Pulse' }).click();
  await expect(options.first()).toBeHidden();
  await box(page).focus();
  await expect(options.first()).toBeVisible();
  await box(page).press('Escape');
  await expect(options.first()).toBeHidden();
  await box(page).fill('AAPL');
  await expect(page.getByRole('option', { name: /AAPL/ })).toBeVisible();
  await box(page).press('ArrowDown');
  await box(page).press('Enter');
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
});

test("SRCH-03 says 'Loading...' and 'No results found'", async ({ page }) => {
  const response = await holdRequests(page, '**/api/tickers/search*', { json: [] });
  await page.goto('');
  await box(page).fill('zzzz');
  await expect(page.getByText('Loading...')).toBeVisible();
  await response();
  await expect(page.getByText('No results found')).toBeVisible();
});

test('SRCH-03 another text removes the previous hits at once', async ({ page }) => {
  await page.route('**/api/tickers/search?q=aapl', () => undefined); // never answers
  await page.goto('');
  await box(page).fill('btc');
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await box(page).fill('aapl');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await box(page).press('ArrowDown');
  await box(page).press('Enter');
  await expect(page).toHaveURL(/\/ticker\/aapl$/);
});

test('SRCH-04 a failure empties the list, is logged, and shows nothing', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/tickers/search?q=aapl', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('');
  await box(page).fill('btc');
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await box(page).fill('aapl');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect.poll(() => logged.join()).toContain('Ticker search failed');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('SRCH-04 a slow earlier response never overwrites a later one', async ({ page }) => {
  const late = { id: 1, symbol: 'SLOW', name: 'Late', type: 'stock', change24h: 1 };
  const response = await holdRequests(page, '**/api/tickers/search?q=aa', { json: [late] });
  await page.goto('');
  const slow = page.waitForRequest(/search\?q=aa$/);
  await box(page).fill('aa');
  await slow;
  await box(page).fill('btc');
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await response();
  // This later call has returned, so the earlier one had enough time.
  await page.evaluate(() => fetch('api/config'));
  await expect(page.getByRole('option', { name: /BTC/ }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /SLOW/ })).toHaveCount(0);
});

test('slash and Ctrl-K open the search anywhere', async ({ page }) => {
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

test('text typed after slash before the search is loaded appears in its field', async ({ page }) => {
  const arrive = await holdRequests(page, '**/CommandPalette-*.js');
  await page.goto('not-found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.keyboard.type('/btx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('c');
  await arrive();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toHaveValue('btc');
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toBeFocused();
  await page.keyboard.type(' ');
  await expect(dialog.getByPlaceholder(PLACEHOLDER)).toHaveValue('btc ');
});

test('a symbol and Enter, typed before the search is loaded, open its page', async ({ page }) => {
  const arrive = await holdRequests(page, '**/CommandPalette-*.js');
  await page.goto('not-found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.keyboard.type('/aapl');
  await page.keyboard.press('Enter');
  await arrive();
  await expect(page).toHaveURL(/\/ticker\/aapl$/);
});

for (const width of [320, 390, 600]) {
  test.describe(`on a touch screen of ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });
    for (const path of ['', 'not-found']) {
      test(`SRCH-01 a tap on the search field of /${path} starts typing`, async ({ page }) => {
        await page.goto(path);
        const field = box(page);
        await field.tap(); // fails if another element covers it
        await expect(field).toBeFocused();
        await page.keyboard.type('AAPL');
        await page.getByRole('option', { name: /AAPL/ }).tap();
        await expect(page).toHaveURL(/\/ticker\/AAPL$/);
      });
    }
  });
}
