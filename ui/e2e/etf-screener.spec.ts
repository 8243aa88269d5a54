import { checkPage, column, failUntilRetry } from './checkPage.ts';
import { mockFeed, recordFlashes } from './live.ts';
import { expect, type Locator, type Page, test } from './test.ts';

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
const fetchEtfs = async (page: Page): Promise<Etf[]> =>
  (await page.request.get('api/tickers?type=etf')).json();

const rows = (page: Page) => page.getByRole('table', { name: 'ETFs' }).locator('tbody tr');
const cell = (page: Page, symbol: string, index: number) =>
  rows(page)
    .filter({ has: page.getByRole('link', { name: `${symbol} ` }) })
    .locator(`:is(th, td):nth-child(${index})`);
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name });
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

/** Expects the number of matches above the table and the number of rows on the first page. */
async function expectFound(page: Page, expected: readonly Etf[], etfs: readonly Etf[]): Promise<void> {
  await expect(page.getByText(`${expected.length} of ${etfs.length} funds match`)).toBeVisible();
  await expect(rows(page)).toHaveCount(Math.min(25, expected.length));
}

test('SCRN-01 the page first shows all funds, sorted by size, with the facts of the API', async ({
  page,
}) => {
  const etfs = await fetchEtfs(page);
  const [largest] = [...etfs].sort((a, b) => (b.fund?.aum ?? 0) - (a.fund?.aum ?? 0));
  await page.goto('etf-screener');
  await expect(page).toHaveTitle(/ETF Screener/);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Category',
    'Price',
    'Change',
    'AUM',
    'Expense Ratio',
    'Yield',
  ]);
  await page.setViewportSize({ width: 1700, height: 900 });
  await expect(page.getByRole('columnheader', { name: '7 days' })).toBeVisible();
  await expectFound(page, etfs, etfs);
  await expect(rows(page).first()).toContainText(largest?.symbol ?? '');
  await expect(cell(page, 'SPY', 2)).toHaveText('Equity');
  const spy = etfs.find((row) => row.symbol === 'SPY')?.fund;
  await expect(cell(page, 'SPY', 6)).toHaveText(`$${((spy?.aum ?? 0) / 1e9).toFixed(1)}B`);
  await expect(cell(page, 'SPY', 7)).toHaveText('0.09%');
  await expect(cell(page, 'SPY', 7).getByTitle('0.0945%')).toBeVisible(); // The title has the exact value.
  await expect(cell(page, 'SPY', 8)).toHaveText(`${spy?.distributionYield?.toFixed(2)}%`);
  expect(etfs.find((row) => row.symbol === 'GLD')?.fund?.distributionYield).toBe(0);
  await expect(cell(page, 'GLD', 8)).toHaveText('—'); // A gold fund pays no distributions.
  await expect(page.getByRole('main').getByText('Sample data')).toBeVisible();
  await page.getByRole('button', { name: /^Show More/ }).click();
  await expect(rows(page)).toHaveCount(50);
});

test('SCRN-01 a reload shows the same data', async ({ page }) => {
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
  const etfs = await fetchEtfs(page);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.goto('etf-screener');
  await search.fill('vAnGuard');
  await expectFound(
    page,
    etfs.filter((row) => /vanguard/i.test(row.name)),
    etfs,
  );
  await expect(page).toHaveURL(/q=vAnGuard$/);
  await page.reload();
  await search.press('Home');
  await search.pressSequentially('xyz '); // Types letter by letter before the existing text.
  await expect(search).toHaveValue('xyz vAnGuard');
  await search.fill('xlk');
  await expectFound(
    page,
    etfs.filter((row) => row.symbol === 'XLK'),
    etfs,
  );
});

for (const [name, category] of [
  ['Equity', 'Equity'],
  ['Bond', 'Fixed Income'],
  ['Specialty', 'Specialty'],
] as const) {
  test(`SCRN-01 the tab ${name} shows the category ${category}`, async ({ page }) => {
    const etfs = await fetchEtfs(page);
    await page.goto('etf-screener');
    await tab(page, name).click();
    const expected = etfs.filter((row) => row.fund?.category === category);
    await expectFound(page, expected, etfs);
    await expect(column(page, 'ETFs', 2)).toHaveText(expected.map(() => category));
    await page.reload();
    await expectFound(page, expected, etfs);
    await tab(page, 'All ETFs').click();
    await expectFound(page, etfs, etfs);
  });
}

test('SCRN-01 eight checkboxes show funds of any selected category', async ({ page }) => {
  const etfs = await fetchEtfs(page);
  await page.goto('etf-screener');
  const categories = ['Equity', 'Fixed Income', 'Commodity', 'Currency'];
  const otherCategories = ['Multi-Asset', 'Specialty', 'Sector', 'International'];
  await expect(page.getByRole('checkbox')).toHaveCount(8);
  for (const name of [...categories, ...otherCategories]) {
    await checkbox(page, name).check();
    await expectFound(
      page,
      etfs.filter((row) => row.fund?.category === name),
      etfs,
    );
    await checkbox(page, name).uncheck();
  }
  await expectFound(page, etfs, etfs);
  await checkbox(page, 'Currency').check();
  await checkbox(page, 'Fixed Income').check();
  const expected = etfs.filter((row) => ['Currency', 'Fixed Income'].includes(row.fund?.category ?? ''));
  await expectFound(page, expected, etfs);
  await expect(page).toHaveURL(/category=Fixed\+Income%2CCurrency$/);
  await page.reload();
  await expect(checkbox(page, 'Currency')).toBeChecked();
  await expectFound(page, expected, etfs);
});

test('SCRN-01 the AUM filter goes from $0 to $100B in steps of $1B; the maximum includes larger funds', async ({
  page,
}) => {
  const etfs = await fetchEtfs(page);
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
    etfs.filter((row) => aum(row) >= 10e9),
    etfs,
  ); // Funds above $100B remain.
  await expect(page.getByText('At least $10B', { exact: true })).toBeVisible();
  await max.fill('80');
  const expected = etfs.filter((row) => aum(row) >= 10e9 && aum(row) <= 80e9);
  await expectFound(page, expected, etfs);
  await expect(page.getByText('$10B to $80B', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/aum=10-80$/);
  await page.reload();
  await expectFound(page, expected, etfs);
  await expect(min).toHaveValue('10');
  await max.fill('5'); // The thumbs can't pass each other.
  await expect(max).toHaveValue('10');
  await min.fill('0');
  await expect(page.getByText('At most $10B', { exact: true })).toBeVisible();
  await max.focus();
  await page.keyboard.press('ArrowRight');
  await expect(max).toHaveAttribute('aria-valuetext', 'at most $11B');
  await expectFound(
    page,
    etfs.filter((row) => aum(row) <= 11e9),
    etfs,
  );
});

test('SCRN-01 both thumbs can be dragged, also from the same position', async ({ page }) => {
  await page.goto('etf-screener?aum=100-100');
  const [min, max] = [slider(page, 'Minimum AUM'), slider(page, 'Maximum AUM')];
  const drag = async (from: number, to: number) => {
    const trackBox = await max.boundingBox();
    if (!trackBox) throw new Error('The slider is not visible.');
    const thumbX = (fraction: number) => trackBox.x + 10 + fraction * (trackBox.width - 20); // A thumb is 20 px wide.
    await page.mouse.move(thumbX(from), trackBox.y + trackBox.height / 2);
    await page.mouse.down();
    await page.mouse.move(thumbX(to), trackBox.y + trackBox.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await drag(1, 0.25);
  await expect(min).toHaveValue('25');
  await drag(1, 0.5);
  await expect(max).toHaveValue('50');
  await expect(page).toHaveURL(/aum=25-50$/);
});

test('SCRN-01 the maximum expense ratio goes from 0 to 1 percent in steps of 0.01', async ({ page }) => {
  const etfs = await fetchEtfs(page);
  const cost = (row: Etf) => row.fund?.expenseRatio ?? 0;
  await page.goto('etf-screener');
  const thumb = slider(page, 'Maximum expense ratio');
  await expect(thumb).toHaveAttribute('min', '0');
  await expect(thumb).toHaveAttribute('max', '1');
  await expect(thumb).toHaveAttribute('step', '0.01');
  expect(etfs.some((row) => cost(row) > 1)).toBe(true); // The maximum of the slider means any cost.
  await expectFound(page, etfs, etfs);
  await thumb.fill('0.09');
  await expectFound(
    page,
    etfs.filter((row) => cost(row) <= 0.09),
    etfs,
  );
  await expect(page.getByText('At most 0.09%', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/expense=0\.09$/);
  await page.reload();
  await expect(thumb).toHaveValue('0.09');
  await thumb.fill('0');
  await expectFound(page, [], etfs);
});

test('limits can be typed next to the sliders', async ({ page }) => {
  const etfs = await fetchEtfs(page);
  await page.goto('etf-screener');
  const cost = page.getByRole('textbox', { name: 'Maximum expense ratio in percent' });
  await cost.fill('0.1');
  const cheap = etfs.filter((row) => (row.fund?.expenseRatio ?? 0) <= 0.1);
  await expectFound(page, cheap, etfs);
  await expect(slider(page, 'Maximum expense ratio')).toHaveValue('0.1');
  await cost.fill('cheap');
  await expect(cost).toHaveAttribute('aria-invalid', 'true');
  await cost.blur();
  await expect(cost).toHaveValue('0.10');
  await cost.fill('');
  const [minimum, maximum] = ['Minimum', 'Maximum'].map((end) =>
    page.getByRole('textbox', { name: `${end} AUM in billions` }),
  ) as [Locator, Locator];
  await minimum.fill('10');
  await maximum.fill('50');
  await expect(page).toHaveURL(/aum=10-50$/);
  await maximum.fill('5');
  await expect(maximum).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/aum=10-50$/);
});

test('SCRN-01 an empty result shows the reason, and one button resets all filters', async ({ page }) => {
  const etfs = await fetchEtfs(page);
  await page.goto('etf-screener?q=zzz&sort=price&dir=asc');
  await expect(page.getByText('No ETFs match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all ETFs' }).click();
  await expectFound(page, etfs, etfs);
  await expect(page).toHaveURL(/\?sort=price&dir=asc$/); // The order is not a filter.
  await page.goto('etf-screener?tab=bond&category=Equity');
  await expect(page.getByText(/this tab shows only Fixed Income funds/)).toBeVisible();
  await page.goto('etf-screener?q=v&aum=1-99&expense=0.90&category=Equity&tab=equity');
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expectFound(page, etfs, etfs);
  await expect(slider(page, 'Minimum AUM')).toHaveValue('0');
  await expect(slider(page, 'Maximum AUM')).toHaveValue('100');
  await expect(slider(page, 'Maximum expense ratio')).toHaveValue('1');
  await expect(checkbox(page, 'Equity')).not.toBeChecked();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Reset filters' })).toBeDisabled();
});

test('SCRN-01 a fund without data is hidden only by a filter that needs the data', async ({ page }) => {
  const [first, second] = await fetchEtfs(page);
  const funds = [first, { ...second, fund: null }];
  await page.route('**/api/tickers?type=etf', (route) => route.fulfill({ json: funds }));
  await page.goto('etf-screener');
  await expect(page.getByText('2 of 2 funds match', { exact: true })).toBeVisible();
  await expect(rows(page).last().locator('th, td')).toHaveText([/./, '—', '', /./, /./, 'N/A', '—', '—']);
  await slider(page, 'Maximum expense ratio').fill('0.99');
  await expect(page.getByText('1 of 2 funds match; 1 hidden: data missing for these filters')).toBeVisible();
});

test('SCRN-01 any column sorts in both directions, and the order is in the URL', async ({ page }) => {
  const etfs = await fetchEtfs(page);
  await page.goto('etf-screener');
  const cheapest = [...etfs].sort((a, b) => (a.fund?.expenseRatio ?? 0) - (b.fund?.expenseRatio ?? 0));
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
  for (const name of ['Name', 'Price', 'Change', 'AUM', 'Category', 'Yield']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
      'aria-sort',
      'none',
    );
  }
});

test('SCRN-01 rows follow the live feed and open their fund', async ({ page }) => {
  const feed = await mockFeed(page);
  const flashes = await recordFlashes(page);
  await page.goto('etf-screener');
  const spy = (await fetchEtfs(page)).find((row) => row.symbol === 'SPY');
  await expect.poll(() => feed.requests.includes(`subscribe ${spy?.id}`)).toBe(true);
  await expect(cell(page, 'SPY', 4)).toBeVisible();
  feed.send({ type: 'ticker_update', data: { ...spy, price: 9999.5, updatedAt: '2027-01-01T00:00:00Z' } });
  await expect(cell(page, 'SPY', 4)).toHaveText('$9,999.50');
  expect(await flashes()).toContain('$9,999.50 #047857');
  await cell(page, 'SPY', 5).dblclick();
  await expect(page).toHaveURL(/\/ticker\/SPY$/);
});

test('SCRN-01 the numbers at the top summarize the matches', async ({ page }) => {
  const etfs = await fetchEtfs(page);
  const yields = etfs
    .filter((row) => row.fund?.category === 'Currency')
    .map((row) => row.fund?.distributionYield ?? 0)
    .sort((a, b) => a - b);
  await page.goto('etf-screener?category=Currency');
  await expect(page.getByText('Matching funds').locator('..')).toContainText(String(yields.length));
  const median = ((yields[1] ?? 0) + (yields[2] ?? 0)) / 2;
  expect(yields).toHaveLength(4);
  const text = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    median,
  );
  await expect(page.getByText('Median yield').locator('..')).toContainText(`${text}%`);
});

test('SCRN-01 on a phone the filters can be opened, and rows are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const etfs = await fetchEtfs(page);
  await page.goto('etf-screener');
  const cards = page.getByRole('list', { name: 'ETFs' }).locator('> li');
  await expect(cards).toHaveCount(25);
  const facts = cards.first().locator('dl > div');
  await expect(facts.locator('dt')).toHaveText(['Category', 'AUM', 'Fee', 'Yield']);
  const bottoms = await facts.evaluateAll((elements) =>
    elements.map((each) => each.getBoundingClientRect().bottom),
  );
  expect(new Set(bottoms).size).toBe(1); // All facts are on one line.
  await expect(slider(page, 'Minimum AUM')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await checkbox(page, 'Commodity').check();
  await expect(cards).toHaveCount(etfs.filter((row) => row.fund?.category === 'Commodity').length);
  const filterButton = page.getByRole('button', { name: 'Filters (1 active)' });
  await expect(filterButton).toHaveAttribute('aria-expanded', 'true');
  await filterButton.click();
  await expect(checkbox(page, 'Commodity')).toHaveCount(0);
});

test('SCRN-01 the page shows a skeleton while loading, an empty list, and a failure with a retry', async ({
  page,
}) => {
  await page.route('**/api/tickers?type=etf', (route) => route.fulfill({ json: [] }));
  await page.goto('etf-screener');
  await expect(page.getByText('No ETFs available at this time.')).toBeVisible();
  await page.unroute('**/api/tickers?type=etf');
  await page.route('**/api/tickers?type=etf', () => undefined); // The request never gets a response.
  await page.goto('etf-screener');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.unroute('**/api/tickers?type=etf');
  const retry = await failUntilRetry(page, '**/api/tickers?type=etf');
  await page.goto('etf-screener');
  await retry();
  await expect(rows(page)).toHaveCount(25);
});

checkPage('etf-screener', async (page) => {
  await expect(page.getByText(/^\d+ of \d+ funds match$/)).toBeVisible();
  const collapsedFilters = page.getByRole('button', { name: 'Filters', exact: true, expanded: false });
  if (await collapsedFilters.isVisible()) await collapsedFilters.click();
  await expect(page.getByRole('checkbox')).toHaveCount(8);
});
