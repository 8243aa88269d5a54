import { checkPage, column } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

interface Result {
  matched: number;
  universeSize: number;
  query: string;
  pending: number;
  rows: { symbol: string; values: Record<string, number | null> }[];
}

/** Searches until the server has read all price histories, which it does in the background after its start. */
async function search(page: Page, query: string): Promise<Result> {
  let result: Result | undefined;
  await expect(async () => {
    result = await (await page.request.get(`api/screener?limit=500&${query}`)).json();
    expect(result?.pending).toBe(0);
  }).toPass();
  return result as Result;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Matching tickers' }).locator('tbody tr');
const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const chip = (page: Page, name: string) => screens(page).getByRole('link', { name, exact: true });
const limit = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const openActions = (page: Page) => page.getByRole('button', { name: 'Screen actions' }).click();

async function expectCount(page: Page, { matched, universeSize }: Result): Promise<void> {
  await expect(page.getByText(`${matched} of ${universeSize} tickers match.`)).toBeVisible();
}

test('the page first shows all stocks, largest first', async ({ page }) => {
  const allStocks = await search(page, '');
  await page.goto('screener');
  await expect(page).toHaveTitle(/Stock Screener/);
  await expectCount(page, allStocks);
  await expect(rows(page)).toHaveCount(Math.min(50, allStocks.matched));
  await expect(rows(page).first()).toContainText(allStocks.rows[0]?.symbol ?? '');
  await expect(chip(page, 'All stocks')).toHaveAttribute('aria-current', 'page');
});

test('criteria are typed with the keyboard, kept in the URL and evaluated by the server', async ({
  page,
}) => {
  await search(page, '');
  await page.goto('screener');
  await limit(page, 'Market cap: min').fill('200');
  await expect(page).toHaveURL(/marketCap=200000000000\.\./);
  await page.keyboard.press('Tab');
  await expect(limit(page, 'Market cap: max')).toBeFocused();
  await page.locator('summary', { hasText: 'Sector' }).click();
  await page.getByRole('checkbox', { name: 'Technology', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Energy', exact: true }).check();
  await expect(page).toHaveURL(/sector=Technology&sector=Energy/);
  const found = await search(page, 'marketCap=200000000000..&sector=Technology&sector=Energy');
  await expectCount(page, found);
  // Opening the URL again restores all criteria.
  await page.goto(page.url());
  await expectCount(page, found);
  await expect(limit(page, 'Market cap: min')).toHaveValue('200');
  await page.getByRole('button', { name: 'Reset criteria' }).click();
  await expect(limit(page, 'Market cap: min')).toHaveValue('');
});

test('invalid limits are marked and change nothing', async ({ page }) => {
  await search(page, '');
  await page.goto('screener?rsi=10..90');
  await limit(page, '14-day RSI: min').fill('95');
  await expect(page.getByText('Enter numbers, the smaller one first.')).toBeVisible();
  await expect(limit(page, '14-day RSI: min')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/rsi=10\.\.90/);
  await page.goto('screener?rsi=abc');
  await expect(page.getByText(/Invalid rsi 'abc'; expected a range/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset criteria' }).last().click();
  await expect(page).toHaveURL(/\/screener$/);
});

test('presets select tickers, and columns sort them', async ({ page }) => {
  const near = await search(page, 'belowHigh=..5&sort=belowHigh&dir=asc');
  await page.goto('screener');
  await chip(page, 'Near 52-week high').click();
  await expectCount(page, near);
  await expect(chip(page, 'Near 52-week high')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('columnheader', { name: 'Below High' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await chip(page, 'All stocks').click();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=name&dir=asc/);
  const names = await column(page, 'Matching tickers', 1).locator('.two-lines span').allTextContents();
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
});

test('missing values are counted', async ({ page }) => {
  const result = await search(page, 'pe=..1000');
  const missing = result.universeSize - result.matched;
  await page.goto('screener?pe=..1000');
  await expectCount(page, result);
  if (missing > 0) await expect(page.getByText(/of \d+ have no P\/E\./)).toBeVisible();
});

test('a screen is saved, changed, renamed, deleted and restored', async ({ page }) => {
  await search(page, '');
  await page.goto('screener?rsi=..70');
  const name = `Calm ${test.info().workerIndex}-${Date.now()}`;
  await page.getByRole('button', { name: 'Save screen' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(chip(page, name)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/screen=\d+/);
  await limit(page, '14-day RSI: max').fill('60');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await openActions(page);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} down`);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(chip(page, `${name} down`)).toBeVisible();
  const saved = await (await page.request.get('api/screens')).json();
  expect(saved).toContainEqual(expect.objectContaining({ name: `${name} down`, query: 'rsi=..60' }));
  await openActions(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(chip(page, `${name} down`)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chip(page, `${name} down`)).toBeVisible();
});

test('an alert on a saved screen is created from its link', async ({ page }) => {
  const name = `Watched ${test.info().workerIndex}-${Date.now()}`;
  const created = await page.request.post('api/screens', { data: { name, query: 'rsi=..30' } });
  const { id } = await created.json();
  await page.goto(`screener?screen=${id}`);
  await expect(page).toHaveURL(/rsi=\.\.30/);
  await page.getByRole('link', { name: 'Set alert' }).click();
  await expect(page.getByLabel('Screen', { exact: true })).toHaveValue(String(id));
  await page.getByLabel('Report when').selectOption('leave');
  await page.getByRole('button', { name: 'Create Alert' }).click();
  const row = page
    .getByRole('list', { name: 'Active alerts' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(row).toContainText('A ticker leaves the screen');
  await row.getByRole('link', { name }).click();
  await expect(chip(page, name)).toHaveAttribute('aria-current', 'page');
});

test('on a phone the first result is on the first screen, with the figures of the order and the criteria', async ({
  page,
}) => {
  await search(page, 'rsi=..70');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('screener?rsi=..70&sort=rsi&dir=asc&belowHigh=..90');
  const cards = page.getByRole('list', { name: 'Matching tickers' }).getByRole('listitem');
  await expect(cards.first().locator('dt')).toHaveText(['RSI', 'Below High', '1Y']);
  const top = (await cards.first().boundingBox())?.y;
  expect(top).toBeLessThan(380);
  await page.getByRole('button', { name: 'Criteria 2' }).click();
  const sheet = page.getByRole('dialog', { name: 'Criteria' });
  await sheet.getByRole('textbox', { name: '14-day RSI: max' }).fill('60');
  await expect(page).toHaveURL(/rsi=\.\.60/);
});

test('on a phone the current screen is in view, and its actions are in a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `Menu ${test.info().workerIndex}-${Date.now()}`;
  const created = await page.request.post('api/screens', { data: { name, query: 'rsi=..33' } });
  const { id } = await created.json();
  await page.goto(`screener?screen=${id}`);
  await expect(chip(page, name)).toBeInViewport({ ratio: 1 });
  await openActions(page);
  await expect(page.getByRole('button', { name: 'Save as new' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Set alert' }).click();
  await expect(page).toHaveURL(/premium-alerts\?screen=/);
});

test('a narrow window has fewer columns, and the button says how many', async ({ page }) => {
  await search(page, '');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('screener');
  await expect(page.getByRole('button', { name: 'Columns (8 of 11)' })).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(page.getByRole('button', { name: 'Columns (11)' })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name' }).waitFor();
  const shown = await page
    .getByRole('table', { name: 'Matching tickers' })
    .locator('thead th:visible')
    .count();
  // The name is not a choice.
  expect(shown).toBe(12);
});

test('the screeners link to each other', async ({ page }) => {
  await page.goto('screener');
  await page.getByRole('main').getByRole('link', { name: 'Screen ETFs' }).click();
  await expect(page).toHaveURL(/\/etf-screener$/);
  await page.getByRole('main').getByRole('link', { name: 'Screen stocks' }).click();
  await expect(page).toHaveURL(/\/screener$/);
});

checkPage('screener?change1Y=-90..', (page) => expect(page.getByText(/tickers match\./)).toBeVisible());
