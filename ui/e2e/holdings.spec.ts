import { expectAccessible } from './axe.ts';
import { checkPage } from './checkPage.ts';
import { recordShifts } from './layoutShifts.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

/** These tests start their own server, because other tests don't expect holdings. */
let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const PHONE = { width: 390, height: 844 };
const CSV = 'symbol,quantity,price,date\nMSFT,10,400,2025-03-04\nKO,50,60,2025-03-05\nNOPE,1,1,2025-03-05\n';

interface Holdings {
  value: number | null;
  positions: { symbol: string; quantity: number; watchlistItemId: number }[];
}

async function api<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const response = await page.request.fetch(`${server.url}api/${path}`, {
    method,
    ...(data !== undefined && { data }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  return (response.status() === 204 ? undefined : await response.json()) as T;
}

/** Removes all lists and creates one. `held` has its tickers, each with its holding. */
async function createOnlyList(page: Page, name: string, held: Record<string, object>): Promise<number> {
  for (const { id } of await api<{ id: number }[]>(page, 'GET', 'watchlists'))
    await api(page, 'DELETE', `watchlists/${id}`);
  return addList(page, name, held);
}

/** Creates a list with the tickers and holdings of `held`, and returns its id. */
async function addList(page: Page, name: string, held: Record<string, object>): Promise<number> {
  const { id } = await api<{ id: number }>(page, 'POST', 'watchlists', { name, userId: 1 });
  for (const [symbol, holding] of Object.entries(held)) {
    const ticker = await api<{ id: number }>(page, 'GET', `tickers/${symbol}`);
    await api(page, 'POST', `watchlists/${id}/tickers`, { tickerId: ticker.id });
    const { tickers } = await api<{ tickers: { symbol: string; watchlistItemId: number }[] }>(
      page,
      'GET',
      `watchlists/${id}/tickers`,
    );
    const entry = tickers.find((each) => each.symbol === symbol);
    await api(page, 'PATCH', `watchlist-items/${entry?.watchlistItemId}`, holding);
  }
  return id;
}

const HOLDINGS = {
  AAPL: { lots: [{ date: '2024-03-04', quantity: 10, price: 175.1, fee: 1 }] },
  KO: { quantity: 40, cost: 55 },
  VYM: { quantity: 20 },
};

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const total = (page: Page) => panel(page, 'Total value').locator('p').first();
const rows = (page: Page) => page.getByRole('table', { name: 'Positions' }).locator('tbody tr');
const fetchHoldings = (page: Page) => api<Holdings>(page, 'GET', 'holdings');
const open = (page: Page, query = '') => page.goto(`${server.url}holdings${query}`);

test('without holdings, the page says how to begin, and an import takes five clicks', async ({ page }) => {
  await createOnlyList(page, 'Mine', {});
  await open(page);
  await expect(page).toHaveTitle(/Holdings/);
  await expect(page.getByText('No holdings yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to a list' })).toHaveAttribute('href', '/watchlist');
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import holdings' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  await expect(dialog.getByRole('status')).toHaveText('CSV: 2 rows can be imported, 1 is refused.');
  await expect(dialog.getByRole('row', { name: /NOPE/ })).toContainText('no such ticker');
  expect((await fetchHoldings(page)).positions).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
  await expect(total(page)).toHaveText(/^\$[\d,]+\.\d\d$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No holdings yet')).toBeVisible();
  expect((await fetchHoldings(page)).positions).toEqual([]);
});

test('text is pasted and imported by keyboard, and one Undo restores the holdings that the import replaced', async ({
  page,
}) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  const before = await fetchHoldings(page);
  await open(page);
  await page.getByRole('button', { name: 'Import', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import holdings' });
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Or paste its text' })).toBeFocused();
  await page.keyboard.insertText(CSV);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Import 2 rows' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  const fetchKoQuantity = async () =>
    (await fetchHoldings(page)).positions.find(({ symbol }) => symbol === 'KO')?.quantity;
  expect(await fetchKoQuantity()).toBe(50);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect.poll(fetchKoQuantity).toBe(40);
  const after = await fetchHoldings(page);
  const quantitiesOf = ({ positions }: Holdings) =>
    positions.map(({ symbol, quantity }) => [symbol, quantity]);
  expect(quantitiesOf(after)).toEqual(quantitiesOf(before));
});

test('a refused file is explained in the dialog and changes nothing', async ({ page }) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  await open(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import holdings' });
  await dialog.getByRole('textbox').fill('this is no portfolio');
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(3);
});

test('a quantity is changed in place with two clicks and Enter, and the total follows', async ({ page }) => {
  await createOnlyList(page, 'Mine', { KO: { quantity: 40, cost: 55 } });
  await open(page);
  const before = await total(page).textContent();
  await page.getByRole('button', { name: /^Edit quantity of KO/ }).click();
  await page.getByRole('textbox', { name: 'Quantity of KO' }).fill('80');
  await page.keyboard.press('Enter');
  await expect(total(page)).not.toHaveText(before ?? '');
  await expect.poll(async () => (await fetchHoldings(page)).positions[0]?.quantity).toBe(80);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await fetchHoldings(page)).positions[0]?.quantity).toBe(40);
});

test('the total is the value that the server computes', async ({ page }) => {
  await createOnlyList(page, 'Mine', { BTC: { quantity: 2 }, ETH: { quantity: 3 } });
  await open(page);
  await expect(total(page)).toHaveText(/^\$/);
  const amount = Number((await total(page).textContent())?.replace(/[^\d.]/g, ''));
  const { value } = await fetchHoldings(page);
  expect(Math.abs(amount / (value ?? 0) - 1)).toBeLessThan(0.01);
});

test('H and a button hide amounts; percentages stay', async ({ page }) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  await open(page);
  await expect(total(page)).toHaveText(/^\$/);
  await page.keyboard.press('h');
  await expect(total(page)).toContainText('••••');
  const main = page.getByRole('main');
  await expect(main.getByText('Weight', { exact: true })).toBeVisible();
  await expect(rows(page).first()).toContainText('%');
  for (const name of ["Today's movers", 'Breakdown'])
    await expect(panel(page, name).getByText(/\$\d/)).toHaveCount(0);
  await panel(page, 'Total value').getByRole('button', { name: 'Show amounts' }).click();
  await expect(total(page)).toHaveText(/^\$/);
});

test('a ticker in several lists is one row, and a list can be chosen', async ({ page }) => {
  const mine = await createOnlyList(page, 'Mine', HOLDINGS);
  const other = await addList(page, 'Other', { KO: { quantity: 10, cost: 70 } });
  await open(page);
  await expect(rows(page)).toHaveCount(3);
  const ko = rows(page).filter({ hasText: 'KO' });
  await expect(ko).toContainText('50');
  // (40 × 55 + 10 × 70) ÷ 50
  await expect(ko).toContainText('$58.00');
  await ko.getByRole('button', { name: 'Purchases of KO, by list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Other' }).click();
  await expect(page.getByRole('dialog', { name: 'Purchases of KO', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'List', exact: true }).selectOption('Other');
  await expect(page).toHaveURL(new RegExp(`list=${other}`));
  await expect(rows(page)).toHaveCount(1);
  await open(page, `?list=${mine}`);
  await expect(rows(page)).toHaveCount(3);
});

test('positions and movers link to their tickers, by pointer and by keyboard', async ({ page }) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  await open(page);
  await rows(page).filter({ hasText: 'VYM' }).getByRole('link', { name: /VYM/ }).click();
  await expect(page).toHaveURL(/ticker\/VYM/);
  await page.goBack();
  await panel(page, "Today's movers").getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ticker\//);
});

test('bars group the weights, and the choice is in the URL', async ({ page }) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  await open(page);
  const breakdown = panel(page, 'Breakdown');
  await expect(breakdown.getByRole('listitem').filter({ hasText: 'Technology' })).toContainText('%');
  await breakdown.getByRole('button', { name: 'Type' }).click();
  await expect(page).toHaveURL(/by=type/);
  await expect(breakdown.getByRole('listitem').filter({ hasText: 'ETF' })).toContainText('%');
});

test('the value over time has ranges, an index to compare with, and a table version', async ({ page }) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  await open(page);
  const history = panel(page, 'Value over time');
  await expect(history.getByText(/^Since .*: gain /)).toBeVisible();
  await history.getByRole('button', { name: '3M' }).click();
  await expect(page).toHaveURL(/range=3m/);
  await history.getByRole('combobox', { name: 'Compare with' }).selectOption('No index');
  await expect(history.getByText('the same money in')).toHaveCount(0);
  await history.getByRole('button', { name: 'Show as table' }).click();
  await expect(history.getByRole('columnheader')).toHaveText(['Time', 'Value', 'Paid']);
  await expect(history.getByText(/days of purchase are unknown: KO, VYM/)).toBeVisible();
});

test('the expected income is listed by month', async ({ page }) => {
  await createOnlyList(page, 'Mine', HOLDINGS);
  await open(page);
  const income = panel(page, 'Expected income');
  const months = income.getByRole('group', { name: 'Month' }).getByRole('button');
  // The 12 months begin tomorrow and end in the same month of the next year: 13 months, the first and last incomplete.
  await expect(months).toHaveCount(13);
  await months.last().click();
  await expect(months.last()).toHaveAttribute('aria-pressed', 'true');
  await expect(income.getByRole('heading', { level: 3 })).toContainText(/20\d\d/);
});

test('alerts on holdings are offered once the user has a holding, and their texts are in percent', async ({
  page,
}) => {
  await createOnlyList(page, 'Mine', {});
  const types = page.getByLabel('Type').locator('option');
  await page.goto(`${server.url}premium-alerts`);
  await expect(types).toHaveText(['Price', 'Volume', 'News', 'Technical Analysis']);
  await createOnlyList(page, 'Mine', HOLDINGS);
  await page.reload();
  await expect(types).toHaveText(['Price', 'Volume', 'News', 'Technical Analysis', 'My Cost', 'My Holdings']);
  const rows = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  const create = () => page.getByRole('button', { name: 'Create Alert', exact: true }).click();
  await page.getByLabel('Type').selectOption('My Holdings');
  await page.getByLabel('Value (percent)').fill('2');
  await expectAccessible(page);
  await create();
  await expect(rows.first()).toContainText('Value changes by 2% in a day');
  await page.getByLabel('Type').selectOption('My Cost');
  await page.getByLabel('Asset').fill('KO');
  await page.getByLabel('Value (percent)').fill('90');
  await create();
  await expect(rows.first()).toContainText('Price rises to 90% above your cost');
  await page.getByLabel('Asset').fill('VYM');
  await page.getByLabel('Value (percent)').fill('10');
  await create();
  await expect(page.getByText('No cost of VYM is known').first()).toBeVisible();
  await expect(rows).toHaveCount(2 + 4);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('positions come before the chart, and one tap opens the purchases of a position', async ({ page }) => {
    await createOnlyList(page, 'Mine', HOLDINGS);
    await open(page);
    const top = async (name: string) => {
      // The chart is loaded later.
      await expect(panel(page, name)).toBeVisible();
      return (await panel(page, name).boundingBox())?.y ?? 0;
    };
    expect(await top('Positions')).toBeLessThan(await top('Value over time'));
    await page.getByRole('button', { name: 'Purchases of KO' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Purchases of KO' });
    await expect(dialog.getByRole('textbox', { name: 'Quantity, row 1' })).toHaveValue('40');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog).toBeHidden();
  });
});

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test(`loading moves nothing at ${viewport.width} px`, async ({ page }) => {
    await createOnlyList(page, 'Mine', HOLDINGS);
    await page.setViewportSize(viewport);
    const getShifts = await recordShifts(page);
    await open(page);
    await expect(total(page)).toHaveText(/^\$/);
    await page.waitForLoadState('networkidle');
    const shifts = await getShifts();
    const sum = shifts.reduce((before, { value }) => before + value, 0);
    const movements = shifts.map(({ value, movements }) => `${value.toFixed(3)} ${movements}`).join('\n');
    expect(sum, movements).toBeLessThan(0.02);
  });
}

test.describe('with holdings', () => {
  test.beforeEach(({ page }) => createOnlyList(page, 'Mine', HOLDINGS).then(() => undefined));
  checkPage(
    'holdings',
    async (page) => {
      await expect(total(page)).toHaveText(/\$/);
      await expect(panel(page, 'Breakdown').getByRole('listitem').first()).toBeVisible();
    },
    () => server.url,
  );
});
