import { checkPage, column, failUntilRetry } from './checkPage.ts';
import { mockFeed, recordFlashes } from './live.ts';
import { expect, type Page, test } from './test.ts';

interface Etf {
  id: number;
  symbol: string;
  name: string;
  price: number;
  change24h: number;
  fund: {
    category: string;
    aum: number | null;
    expenseRatio: number | null;
    distributionYield: number | null;
  } | null;
}
const served = async (page: Page): Promise<Etf[]> => (await page.request.get('api/tickers?type=etf')).json();

const rows = (page: Page) => page.getByRole('table', { name: 'ETFs' }).locator('tbody tr');
const cell = (page: Page, symbol: string, index: number) =>
  rows(page)
    .filter({ has: page.getByRole('link', { name: `${symbol} ` }) })
    .locator(`:is(th, td):nth-child(${index})`);
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

/** The sentence above the table and the number of rows on the first page. */
async function expectFound(page: Page, expected: readonly Etf[], all: readonly Etf[]): Promise<void> {
  await expect(page.getByText(`${expected.length} of ${all.length} funds match`)).toBeVisible();
  await expect(rows(page)).toHaveCount(Math.min(25, expected.length));
}

test("SCRN-01 all funds at first, the largest first, with the API's facts", async ({ page }) => {
  const all = await served(page);
  const [largest] = [...all].sort((a, b) => (b.fund?.aum ?? 0) - (a.fund?.aum ?? 0));
  await page.goto('etf-screener');
  await expect(page).toHaveTitle(/ETF Screener/);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Category',
    'Price',
    '24h Change',
    'AUM',
    'Expense Ratio',
    'Yield',
  ]);
  await page.setViewportSize({ width: 1700, height: 900 });
  await expect(page.getByRole('columnheader', { name: '7 days' })).toBeVisible();
  await expectFound(page, all, all);
  await expect(rows(page).first()).toContainText(largest?.symbol ?? '');
  await expect(cell(page, 'SPY', 2)).toHaveText('Equity');
  const spy = all.find((row) => row.symbol === 'SPY')?.fund;
  await expect(cell(page, 'SPY', 6)).toHaveText(`$${((spy?.aum ?? 0) / 1e9).toFixed(1)}B`);
  await expect(cell(page, 'SPY', 7)).toHaveText('0.09%');
  await expect(cell(page, 'SPY', 7).getByTitle('0.0945%')).toBeVisible(); // the whole of it
  await expect(cell(page, 'SPY', 8)).toHaveText(`${spy?.distributionYield?.toFixed(2)}%`);
  expect(all.find((row) => row.symbol === 'GLD')?.fund?.distributionYield).toBe(0);
  await expect(cell(page, 'GLD', 8)).toHaveText('—'); // gold pays nothing out
  await expect(page.getByRole('main').getByText('Sample data')).toBeVisible();
  await page.getByRole('button', { name: /^Show More/ }).click();
  await expect(rows(page)).toHaveCount(50);
});

test('SCRN-01 nothing is random: a reload shows the same data', async ({ page }) => {
  await page.goto('etf-screener?sort=name&dir=asc');
  await expect(rows(page)).toHaveCount(25);
  const facts = async () =>
    (await Promise.all([2, 6, 7, 8].map((index) => column(page, 'ETFs', index).allTextContents()))).flat();
  const before = await facts();
  expect(before).toHaveLength(100);
  await page.reload();
  await expect(rows(page)).toHaveCount(25);
  expect(await facts()).toEqual(before);
});

test('SCRN-01 the search matches symbol and name', async ({ page }) => {
  const all = await served(page);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.goto('etf-screener');
  await search.fill('vAnGuard');
  await expectFound(
    page,
    all.filter((row) => /vanguard/i.test(row.name)),
    all,
  );
  await expect(page).toHaveURL(/q=vAnGuard$/);
  await page.reload();
  await search.press('Home');
  await search.pressSequentially('xyz '); // letter by letter, before the existing text
  await expect(search).toHaveValue('xyz vAnGuard');
  await search.fill('xlk');
  await expectFound(
    page,
    all.filter((row) => row.symbol === 'XLK'),
    all,
  );
});

for (const [name, category] of [
  ['Equity', 'Equity'],
  ['Bond', 'Fixed Income'],
  ['Specialty', 'Specialty'],
] as const) {
  test(`SCRN-01 the tab ${name} shows the category ${category}`, async ({ page }) => {
    const all = await served(page);
    await page.goto('etf-screener');
    await tab(page, name).click();
    const expected = all.filter((row) => row.fund?.category === category);
    await expectFound(page, expected, all);
    await expect(column(page, 'ETFs', 2)).toHaveText(expected.map(() => category));
    await page.reload();
    await expectFound(page, expected, all);
    await tab(page, 'All ETFs').click();
    await expectFound(page, all, all);
  });
}

test('SCRN-01 eight checkboxes: any of the selected categories', async ({ page }) => {
  const all = await served(page);
  await page.goto('etf-screener');
  const names = ['Equity', 'Fixed Income', 'Commodity', 'Currency'];
  const more = ['Multi-Asset', 'Specialty', 'Sector', 'International'];
  await expect(page.getByRole('checkbox')).toHaveCount(8);
  for (const name of [...names, ...more]) {
    await box(page, name).check();
    await expectFound(
      page,
      all.filter((row) => row.fund?.category === name),
      all,
    );
    await box(page, name).uncheck();
  }
  await expectFound(page, all, all);
  await box(page, 'Currency').check();
  await box(page, 'Fixed Income').check();
  const expected = all.filter((row) => ['Currency', 'Fixed Income'].includes(row.fund?.category ?? ''));
  await expectFound(page, expected, all);
  await expect(page).toHaveURL(/category=Fixed\+Income%2CCurrency$/);
  await page.reload();
  await expect(box(page, 'Currency')).toBeChecked();
  await expectFound(page, expected, all);
});

test('SCRN-01 AUM from $0 to $100B in steps of $1B, and more at the maximum', async ({ page }) => {
  const all = await served(page);
  const aum = (row: Etf) => row.fund?.aum ?? 0;
  await page.goto('etf-screener');
  const [min, max] = [slider(page, 'Minimum AUM'), slider(page, 'Maximum AUM')];
  for (const thumb of [min, max]) {
    await expect(thumb).toHaveAttribute('min', '0');
    await expect(thumb).toHaveAttribute('max', '100');
    await expect(thumb).toHaveAttribute('step', '1');
  }
  await min.fill('10');
  await expectFound(
    page,
    all.filter((row) => aum(row) >= 10e9),
    all,
  ); // the largest funds remain
  await expect(page.getByText('At least $10B', { exact: true })).toBeVisible();
  await max.fill('80');
  const expected = all.filter((row) => aum(row) >= 10e9 && aum(row) <= 80e9);
  await expectFound(page, expected, all);
  await expect(page.getByText('$10B to $80B', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/aum=10-80$/);
  await page.reload();
  await expectFound(page, expected, all);
  await expect(min).toHaveValue('10');
  await max.fill('5'); // the thumbs can't pass each other
  await expect(max).toHaveValue('10');
  await min.fill('0');
  await expect(page.getByText('At most $10B', { exact: true })).toBeVisible();
  await max.focus();
  await page.keyboard.press('ArrowRight');
  await expect(max).toHaveAttribute('aria-valuetext', 'at most $11B');
  await expectFound(
    page,
    all.filter((row) => aum(row) <= 11e9),
    all,
  );
});

test('SCRN-01 both thumbs follow the pointer, also from the same position', async ({ page }) => {
  await page.goto('etf-screener?aum=100-100');
  const [min, max] = [slider(page, 'Minimum AUM'), slider(page, 'Maximum AUM')];
  const drag = async (from: number, to: number) => {
    const line = await max.boundingBox();
    if (!line) throw new Error('The slider is not drawn.');
    const at = (share: number) => line.x + 10 + share * (line.width - 20); // a thumb is 20 px wide
    await page.mouse.move(at(from), line.y + line.height / 2);
    await page.mouse.down();
    await page.mouse.move(at(to), line.y + line.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await drag(1, 0.25);
  await expect(min).toHaveValue('25');
  await drag(1, 0.5);
  await expect(max).toHaveValue('50');
  await expect(page).toHaveURL(/aum=25-50$/);
});

test('SCRN-01 a maximum expense ratio from 0 to 1 in steps of 0.01, as a percent', async ({ page }) => {
  const all = await served(page);
  const cost = (row: Etf) => row.fund?.expenseRatio ?? 0;
  await page.goto('etf-screener');
  const thumb = slider(page, 'Maximum expense ratio');
  await expect(thumb).toHaveAttribute('min', '0');
  await expect(thumb).toHaveAttribute('max', '1');
  await expect(thumb).toHaveAttribute('step', '0.01');
  expect(all.some((row) => cost(row) > 1)).toBe(true); // still shown: the maximum means any
  await expectFound(page, all, all);
  await thumb.fill('0.09');
  await expectFound(
    page,
    all.filter((row) => cost(row) <= 0.09),
    all,
  );
  await expect(page.getByText('At most 0.09%', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/expense=0\.09$/);
  await page.reload();
  await expect(thumb).toHaveValue('0.09');
  await thumb.fill('0');
  await expectFound(page, [], all);
});

test('SCRN-01 an empty result says why, and one button resets all filters', async ({ page }) => {
  const all = await served(page);
  await page.goto('etf-screener?q=zzz&sort=price&dir=asc');
  await expect(page.getByText('No ETFs match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all ETFs' }).click();
  await expectFound(page, all, all);
  await expect(page).toHaveURL(/\?sort=price&dir=asc$/); // sorting is not a filter
  await page.goto('etf-screener?tab=bond&category=Equity');
  await expect(page.getByText(/this tab shows only Fixed Income funds/)).toBeVisible();
  await page.goto('etf-screener?q=v&aum=1-99&expense=0.90&category=Equity&tab=equity');
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expectFound(page, all, all);
  await expect(slider(page, 'Minimum AUM')).toHaveValue('0');
  await expect(slider(page, 'Maximum AUM')).toHaveValue('100');
  await expect(slider(page, 'Maximum expense ratio')).toHaveValue('1');
  await expect(box(page, 'Equity')).not.toBeChecked();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Reset filters' })).toBeDisabled();
});

test('SCRN-01 a fund without data says so, and is hidden only by a filter that needs it', async ({
  page,
}) => {
  const [first, second] = await served(page);
  const funds = [first, { ...second, fund: null }];
  await page.route('**/api/tickers?type=etf', (route) => route.fulfill({ json: funds }));
  await page.goto('etf-screener');
  await expect(page.getByText('2 of 2 funds match', { exact: true })).toBeVisible();
  await expect(rows(page).last().locator('th, td')).toHaveText([/./, '—', '', /./, /./, 'N/A', '—', '—']);
  await slider(page, 'Maximum expense ratio').fill('0.99');
  await expect(page.getByText('1 of 2 funds match; 1 hidden: data missing for these filters')).toBeVisible();
});

test('SCRN-01 any column sorts in both directions, and the order is in the URL', async ({ page }) => {
  const all = await served(page);
  await page.goto('etf-screener');
  const cheapest = [...all].sort((a, b) => (a.fund?.expenseRatio ?? 0) - (b.fund?.expenseRatio ?? 0));
  await page.getByRole('button', { name: 'Expense Ratio' }).click();
  await expect(rows(page).first()).toContainText(cheapest.at(-1)?.symbol ?? '');
  await page.getByRole('button', { name: 'Expense Ratio' }).click();
  await expect(page.getByRole('columnheader', { name: 'Expense Ratio' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(column(page, 'ETFs', 7).first()).toHaveText('0.03%');
  await page.reload();
  await expect(column(page, 'ETFs', 7).first()).toHaveText('0.03%');
  for (const name of ['Name', 'Price', '24h Change', 'AUM', 'Category', 'Yield']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
      'aria-sort',
      'none',
    );
  }
});

test('SCRN-01 rows are live and open their fund', async ({ page }) => {
  const feed = await mockFeed(page);
  const flashes = await recordFlashes(page);
  await page.goto('etf-screener');
  const spy = (await served(page)).find((row) => row.symbol === 'SPY');
  await expect.poll(() => feed.requests.includes(`subscribe ${spy?.id}`)).toBe(true);
  await expect(cell(page, 'SPY', 4)).toBeVisible();
  feed.send({ type: 'ticker_update', data: { ...spy, price: 9999.5, updatedAt: '2027-01-01T00:00:00Z' } });
  await expect(cell(page, 'SPY', 4)).toHaveText('$9,999.50');
  expect(await flashes()).toContain('$9,999.50 #047857');
  await cell(page, 'SPY', 5).click();
  await expect(page).toHaveURL(/\/ticker\/SPY$/);
});

test('SCRN-01 the figures at the top summarize the matches', async ({ page }) => {
  const all = await served(page);
  const yields = all
    .filter((row) => row.fund?.category === 'Currency')
    .map((row) => row.fund?.distributionYield ?? 0)
    .sort((a, b) => a - b);
  await page.goto('etf-screener?category=Currency');
  await expect(page.getByText('Matching funds').locator('..')).toContainText(String(yields.length));
  const middle = ((yields[1] ?? 0) + (yields[2] ?? 0)) / 2;
  expect(yields).toHaveLength(4);
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    middle,
  );
  await expect(page.getByText('Median yield').locator('..')).toContainText(`${text}%`);
});

test('SCRN-01 on a phone the filters unfold, and rows are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const all = await served(page);
  await page.goto('etf-screener');
  const cards = page.getByRole('list', { name: 'ETFs' }).locator('> li');
  await expect(cards).toHaveCount(25);
  const facts = cards.first().locator('dl > div');
  await expect(facts.locator('dt')).toHaveText(['Category', 'AUM', 'Fee', 'Yield']);
  const tops = await facts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  expect(new Set(tops).size).toBe(1); // one line
  await expect(slider(page, 'Minimum AUM')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await box(page, 'Commodity').check();
  await expect(cards).toHaveCount(all.filter((row) => row.fund?.category === 'Commodity').length);
  const fold = page.getByRole('button', { name: 'Filters (1 set)' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.click();
  await expect(box(page, 'Commodity')).toHaveCount(0);
});

test('SCRN-01 loading, an empty list, and a failure that recovers', async ({ page }) => {
  await page.route('**/api/tickers?type=etf', (route) => route.fulfill({ json: [] }));
  await page.goto('etf-screener');
  await expect(page.getByText('No ETFs available at this time.')).toBeVisible();
  await page.unroute('**/api/tickers?type=etf');
  await page.route('**/api/tickers?type=etf', () => undefined); // never answers
  await page.goto('etf-screener');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.unroute('**/api/tickers?type=etf');
  const tryAgain = await failUntilRetry(page, '**/api/tickers?type=etf');
  await page.goto('etf-screener');
  await tryAgain();
  await expect(rows(page)).toHaveCount(25);
});

checkPage('etf-screener', async (page) => {
  await expect(page.getByText(/^\d+ of \d+ funds match$/)).toBeVisible();
  const folded = page.getByRole('button', { name: 'Filters', exact: true, expanded: false });
  if (await folded.isVisible()) await folded.click();
  await expect(page.getByRole('checkbox')).toHaveCount(8);
});
