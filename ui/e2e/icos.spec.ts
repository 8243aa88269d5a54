import { checkPage, failUntilRetry, mockLiveMarket } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('icos');

interface Ico {
  name: string;
  symbol: string;
  status: string;
  description: string;
  tags: string[];
  startDate: string;
  endDate: string;
}
const fetchIcos = async (page: Page): Promise<Ico[]> => (await page.request.get('api/icos')).json();
const cards = (page: Page) => page.getByRole('list', { name: 'ICOs' }).locator('> li');
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'ICO status' }).getByRole('button', { name });

testOnSharedPage('ICOS-01 a card has name, status badge, description and tags', async ({ page }) => {
  const icos = await fetchIcos(page);
  await expect(page).toHaveTitle(/ICOs/);
  await expect(cards(page)).toHaveCount(icos.length);
  const first = icos.find((ico) => ico.symbol === 'BSLT');
  const card = cards(page).filter({ hasText: 'BSLT' });
  await expect(card.getByRole('heading', { name: first?.name })).toBeVisible();
  await expect(card.getByText(first?.description ?? '')).toBeVisible();
  for (const tag of first?.tags ?? []) await expect(card.getByText(tag, { exact: true })).toBeVisible();
});

testOnSharedPage(
  'ICOS-01 the ICO that ends soonest is first, in a special color; ended ICOs are last',
  async ({ page }) => {
    const icos = await fetchIcos(page);
    const icosByDate = (status: string, date: 'startDate' | 'endDate') =>
      icos.filter((ico) => ico.status === status).sort((a, b) => a[date].localeCompare(b[date]));
    const order = [
      ...icosByDate('active', 'endDate'),
      ...icosByDate('upcoming', 'startDate'),
      ...icosByDate('ended', 'endDate').reverse(),
    ];
    await expect(cards(page).getByRole('heading')).toHaveText(order.map((ico) => ico.name));
    const urgentColor = 'rgb(146, 96, 10)';
    // It ends less than two days later, on the second day from today.
    await expect(cards(page).first().getByText('in 2 days')).toHaveCSS('color', urgentColor);
    await expect(
      cards(page)
        .nth(1)
        .getByText(/^in \d+ days$/),
    ).not.toHaveCSS('color', urgentColor);
  },
);

for (const [name, date] of [
  ['Upcoming', /Starts:\s*[A-Z][a-z]+ \d+, \d{4}/],
  ['Active', /Ends:\s*in \d+/],
  ['Ended', /Ended:\s*[A-Z][a-z]+ \d+, \d{4}/],
] as const) {
  test(`ICOS-01 the filter ${name} shows only these ICOs, with their start or end date`, async ({ page }) => {
    const expected = (await fetchIcos(page)).filter((ico) => ico.status === name.toLowerCase());
    await page.goto('icos');
    await chip(page, name).click();
    await expect(cards(page)).toHaveCount(expected.length);
    await expect(cards(page).filter({ hasText: date })).toHaveCount(expected.length);
    await expect(page).toHaveURL(new RegExp(`status=${name.toLowerCase()}$`));
    await chip(page, 'All').click();
    await expect(page).not.toHaveURL(/status/);
  });
}

test("ICOS-01 an active ICO shows its progress, and 'View Details' opens a dialog", async ({ page }) => {
  await page.goto('icos?status=active');
  const card = cards(page).first();
  const value = Number(await card.getByRole('progressbar').getAttribute('aria-valuenow'));
  expect(value).toBeGreaterThan(0);
  expect(value).toBeLessThanOrEqual(100);
  await expect(card.getByText(/^Raised \$[\d.]+M of \$[\d.]+M$/)).toBeVisible();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('button', { name: 'View Details' }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByText('Time left')).toBeVisible();
  await expect(dialog.getByText(/high-risk/)).toBeVisible();
  await page.reload(); // The dialog is in the URL.
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
  await card.getByRole('button', { name: 'View Details' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

testOnSharedPage('ICOS-01 only active ICOs have progress and details', async ({ page }) => {
  const active = (await fetchIcos(page)).filter((ico) => ico.status === 'active').length;
  await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(active);
  await expect(page.getByRole('progressbar')).toHaveCount(active);
});

testOnSharedPage(
  "ICOS-01 the sidebar explains 'What is an ICO?' and counts each status",
  async ({ page }) => {
    const icos = await fetchIcos(page);
    await expect(page.getByRole('region', { name: 'What is an ICO?' })).toContainText('sells tokens');
    const statistics = page.getByRole('region', { name: 'ICO Statistics' });
    for (const status of ['Upcoming', 'Active', 'Ended']) {
      const count = icos.filter((ico) => ico.status === status.toLowerCase()).length;
      await expect(statistics.locator('div', { hasText: status }).last()).toHaveText(`${status}${count}`);
    }
  },
);

test('ICOS-01 a badge shows the status; a bar ends at 100 %, but its text can be higher', async ({
  page,
}) => {
  const [ico] = await fetchIcos(page);
  const icos = ['Upcoming', 'Active', 'Ended'].map((name, index) => ({
    ...ico,
    id: index + 1,
    name: `Offering ${index}`,
    status: name.toLowerCase(),
    targetAmount: 2_000_000,
    raisedAmount: 3_000_000,
  }));
  await page.route('**/api/icos', (route) => route.fulfill({ json: icos }));
  await page.goto('icos');
  for (const [index, name] of ['Upcoming', 'Active', 'Ended'].entries()) {
    const card = cards(page).filter({ hasText: `Offering ${index}` });
    await expect(card.getByText(name, { exact: true })).toBeVisible();
  }
  const card = cards(page).filter({ hasText: 'Offering 1' });
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(card.getByText('150.0%', { exact: true })).toBeVisible();
  await expect(card.getByText('Raised $3.0M of $2.0M', { exact: true })).toBeVisible();
});

test('ICOS-01 a filter without ICOs shows a message, and a failure offers a retry', async ({ page }) => {
  await page.route('**/api/icos', (route) => route.fulfill({ json: [] }));
  await page.goto('icos?status=ended');
  await expect(page.getByText('No ICOs found for the selected filter.')).toBeVisible();
  await page.unroute('**/api/icos');
  const retry = await failUntilRetry(page, '**/api/icos');
  await page.reload();
  await retry();
  await expect(cards(page).first()).toBeVisible();
});

test('ICOS-01 ICOC-01 with the live market an empty list says that no source has token offerings', async ({
  page,
}) => {
  const noSourceNote = page.getByText('No source provides any token offerings.');
  await page.route('**/api/icos', (route) => route.fulfill({ json: [] }));
  await page.goto('icos');
  await expect(page.getByText('No ICOs found for the selected filter.')).toBeVisible();
  await expect(noSourceNote).toHaveCount(0);
  await mockLiveMarket(page);
  for (const path of ['icos', 'ico-calendar', 'ico-calendar?tab=upcoming', 'ico-calendar?tab=spotlight']) {
    await page.goto(path);
    await expect(noSourceNote).toBeVisible();
  }
});

checkPage('icos', (page) => expect(cards(page).first()).toBeVisible());
checkPage('icos?ico=BSLT', (page) => expect(page.getByRole('dialog')).toBeVisible());
