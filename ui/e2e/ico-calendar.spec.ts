import { checkPage, failUntilRetry } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Locator, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('ico-calendar');

interface Ico {
  name: string;
  symbol: string;
  category: string;
  description: string;
  status: 'upcoming' | 'active' | 'ended';
  startDate: string;
  endDate: string;
  targetAmount: number;
  raisedAmount: number | null;
}
const served = async (page: Page): Promise<Ico[]> => (await page.request.get('api/icos')).json();

/** The tests run in New York time, where the sample ICOs all start at noon. */
const dayOf = (ico: Ico) => ico.startDate.slice(0, 10);
const words = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day));
const long = (day: string) => words(day, { dateStyle: 'long' });
const medium = (day: string) => words(day, { dateStyle: 'medium' });
const byStart = (a: Ico, b: Ico) => a.startDate.localeCompare(b.startDate);

const TODAY = '2026-11-20';
const calendar = (page: Page) => page.getByRole('group', { name: 'Day with ICO starts' });
const dayButton = (page: Page, day: string) =>
  calendar(page).getByRole('button', { name: words(day, { dateStyle: 'full' }) });
const rows = (page: Page) => page.getByRole('table', { name: 'ICOs of the day' }).locator('tbody tr');
const heading = (page: Page, day: string) =>
  page.getByRole('heading', { name: `ICOs on ${long(day)}`, exact: true });
const status = (page: Page, name: string) =>
  page.getByRole('group', { name: 'ICO status' }).getByRole('button', { name, exact: true });
const chosen = (page: Page) => calendar(page).getByRole('button', { pressed: true });

/** The day of the next start after today, which the calendar shows first. */
async function nextStart(page: Page): Promise<Ico> {
  const [next] = (await served(page)).filter((ico) => dayOf(ico) > TODAY).sort(byStart);
  if (!next) throw new Error('The sample has no ICO to come.');
  return next;
}

testOnSharedPage(
  'ICOC-01 the calendar opens on the next ICO start and marks days with starts',
  async ({ page }) => {
    const next = await nextStart(page);
    await expect(page).toHaveTitle(/ICO Calendar/);
    await expect(heading(page, dayOf(next))).toBeVisible();
    await expect(rows(page)).toContainText([next.name]);
    await expect(chosen(page)).toHaveAccessibleName(/, 1 ICO starts$/);
    await expect(page).not.toHaveURL(/date/);
    await page.getByRole('button', { name: 'Back to today' }).click();
    await expect(heading(page, TODAY)).toBeVisible();
    await expect(chosen(page)).toHaveAccessibleName('Friday, November 20, 2026, no ICO starts');
    await expect(chosen(page)).toHaveAttribute('aria-current', 'date');
    const marked = (await served(page)).filter(
      (ico) => dayOf(ico) >= '2026-11-01' && dayOf(ico) <= '2026-12-12',
    );
    await expect(calendar(page).getByRole('button', { name: /, 1 ICO starts$/ })).toHaveCount(marked.length);
  },
);

test('ICOC-01 ICOC-02 a selected day lists its starts and is in the URL', async ({ page }) => {
  const ico = await nextStart(page);
  await page.goto(`ico-calendar?date=${TODAY}`);
  await expect(heading(page, TODAY)).toBeVisible();
  await dayButton(page, dayOf(ico)).click();
  await expect(heading(page, dayOf(ico))).toBeVisible();
  await expect(page.getByText('1 ICO found')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
    ...['Name', 'Category', 'Status', 'Start Date', 'End Date', 'Target', 'Raised'],
  ]);
  await expect(rows(page).locator('th, td')).toHaveText([
    new RegExp(`${ico.name}${ico.symbol}$`),
    ico.category,
    'Upcoming',
    medium(ico.startDate),
    medium(ico.endDate),
    `$${(ico.targetAmount / 1e6).toFixed(1)}M`,
    'N/A',
  ]);
  // The initial day is not in the URL.
  await expect(page).not.toHaveURL(/date/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(heading(page, TODAY)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${TODAY}$`));
  await page.reload();
  await expect(heading(page, TODAY)).toBeVisible();
});

test('ICOC-02 a day without a start says so, and two buttons open the nearest ones', async ({ page }) => {
  const all = (await served(page)).sort(byStart);
  const next = all.find((ico) => dayOf(ico) > TODAY);
  const previous = all.filter((ico) => dayOf(ico) < TODAY).at(-1);
  await page.goto(`ico-calendar?date=${TODAY}`);
  await expect(page.getByText('0 ICOs found')).toBeVisible();
  await page.getByRole('button', { name: /^Next start date/ }).click();
  await expect(rows(page)).toContainText([next?.name ?? '']);
  await page.getByRole('button', { name: /^Previous start date/ }).click();
  await expect(rows(page)).toContainText([previous?.name ?? '']);
  await page.goto(`ico-calendar?date=${all[0] && dayOf(all[0])}`);
  await expect(page.getByRole('button', { name: /^Previous start date/ })).toBeDisabled();
  await page.goto('ico-calendar?date=2026-02-30'); // invalid date
  await expect(heading(page, next ? dayOf(next) : TODAY)).toBeVisible();
});

for (const name of ['Upcoming', 'Active', 'Ended'] as const) {
  test(`ICOC-01 ICOC-02 the status ${name} filters the days and the table`, async ({ page }) => {
    const all = await served(page);
    const other = all.find((ico) => ico.status !== name.toLowerCase());
    const expected = all.find((ico) => ico.status === name.toLowerCase());
    if (!other || !expected) throw new Error('The sample lacks a status.');
    await page.goto(`ico-calendar?date=${dayOf(other)}`);
    await expect(rows(page)).toHaveCount(1);
    await status(page, name).click();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByText('0 ICOs found')).toBeVisible();
    await expect(chosen(page)).toHaveAccessibleName(/no ICO starts/);
    await expect(page).toHaveURL(new RegExp(`status=${name.toLowerCase()}`));
    await page.goto(`ico-calendar?date=${dayOf(expected)}&status=${name.toLowerCase()}`);
    await expect(rows(page)).toContainText([expected.name]);
    await status(page, 'All').click();
    await expect(page).not.toHaveURL(/status/);
  });
}

testOnSharedPage(
  'ICOC-01 the month changes by buttons and by keyboard, and Enter selects',
  async ({ page }) => {
    const month = (name: string) => calendar(page).getByRole('table', { name });
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(month('December 2026')).toBeVisible();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(month('November 2026')).toBeVisible();
    await page.getByRole('button', { name: 'Back to today' }).click();
    await dayButton(page, TODAY).focus();
    await page.keyboard.press('PageDown');
    await expect(dayButton(page, '2026-12-20')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(heading(page, '2026-12-21')).toBeVisible();
    await expect(dayButton(page, '2026-12-21')).toHaveAttribute('aria-pressed', 'true');
  },
);

testOnSharedPage('ICOC-01 the statistics count each status', async ({ page }) => {
  const icos = await served(page);
  const counts = page.getByRole('region', { name: 'ICO Statistics' });
  for (const name of ['Upcoming', 'Active', 'Ended']) {
    const count = icos.filter((ico) => ico.status === name.toLowerCase()).length;
    await expect(counts.locator('div', { hasText: name }).last()).toHaveText(`${name}${count}`);
  }
});

testOnSharedPage(
  'ICOC-01 active ICOs are next to the calendar, with raised amounts, and open',
  async ({ page }) => {
    const active = (await served(page))
      .filter(({ status }) => status === 'active')
      .sort((a, b) => Date.parse(a.endDate) - Date.parse(b.endDate));
    const running = page.getByRole('list', { name: 'Active now' });
    await expect(running.getByRole('link')).toHaveText(active.slice(0, 5).map(({ name }) => name));
    await expect(running.getByRole('listitem').first()).toContainText(/\d+ (days|h|min).* left/);
    await expect(running.getByRole('progressbar')).toHaveCount(Math.min(5, active.length));
    await expectDetails(page, running.getByRole('link').first(), active[0]?.name ?? '');
  },
);

testOnSharedPage(
  'ICOC-02 the month next to the day lists every start, and a row selects its day',
  async ({ page }) => {
    const november = (await served(page)).filter((ico) => dayOf(ico).startsWith('2026-11')).sort(byStart);
    const lines = page.getByRole('region', { name: 'Starting in November 2026' }).getByRole('button');
    await expect(lines).toContainText(november.map((ico) => ico.name));
    await lines.last().click();
    await expect(rows(page)).toContainText([november.at(-1)?.name ?? '']);
    await expect(lines.last()).toHaveAttribute('aria-pressed', 'true');
  },
);

test('ICOC-02 the table sorts by any column', async ({ page }) => {
  const [first, second] = await served(page);
  const twins = [first, { ...second, startDate: first?.startDate, id: 999, targetAmount: 1e9 }];
  await page.route('**/api/icos', (route) => route.fulfill({ json: twins }));
  await page.goto(`ico-calendar?date=${first && dayOf(first)}`);
  await expect(page.getByText('2 ICOs found')).toBeVisible();
  await page.getByRole('button', { name: 'Target', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Target' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(second?.name ?? '');
  await page.getByRole('button', { name: 'Target', exact: true }).click();
  await expect(rows(page).first()).toContainText(first?.name ?? '');
  for (const name of ['Name', 'Category', 'Status', 'Start Date', 'End Date', 'Raised']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
      'aria-sort',
      'none',
    );
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Sort by').selectOption('Target');
  const cards = page.getByRole('list', { name: 'ICOs of the day' }).locator('> li');
  await expect(cards.first()).toContainText(second?.name ?? '');
  await page.getByRole('button', { name: /Switch to/ }).click();
  await expect(cards.first()).toContainText(first?.name ?? '');
});

const expectDetails = async (page: Page, opener: Locator, name: string) => {
  await opener.click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByText(/high-risk/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
};

test('ICOC-02 the row and the name open the details', async ({ page }) => {
  const ico = await nextStart(page);
  await page.goto(`ico-calendar?date=${dayOf(ico)}`);
  await expectDetails(page, page.getByRole('link', { name: ico.name }), ico.name);
  await expectDetails(page, rows(page).locator('th, td').nth(1), ico.name);
  await expect(page).toHaveURL(new RegExp(`date=${dayOf(ico)}$`));
});

testOnSharedPage(
  'ICOC-03 Upcoming: the three nearest, with descriptions cut to 100 characters',
  async ({ page }) => {
    const expected = (await served(page))
      .filter((ico) => ico.status === 'upcoming')
      .sort(byStart)
      .slice(0, 3);
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expect(page).toHaveURL(/tab=upcoming$/);
    const cards = page.getByRole('list', { name: 'Upcoming ICOs' }).locator('> li');
    await expect(cards.getByRole('heading')).toHaveText(expected.map((ico) => ico.name));
    await expect(cards).toHaveCount(3);
    for (const [index, ico] of expected.entries()) {
      const card = cards.nth(index);
      const start = ico.description.slice(0, 95);
      await expect(card.getByText(start)).toBeVisible();
      expect(((await card.getByText(start).textContent()) ?? '').length).toBeLessThanOrEqual(101); // plus the ellipsis
      await expect(card.locator('dl > div')).toHaveText([
        `Category${ico.category}`,
        `Target$${(ico.targetAmount / 1e6).toFixed(1)}M`,
        `Start Date${medium(ico.startDate)}`,
        `End Date${medium(ico.endDate)}`,
      ]);
    }
    await expectDetails(page, cards.first().getByRole('link'), expected[0]?.name ?? '');
  },
);

testOnSharedPage('ICOC-04 Spotlight: the three active ICOs that raised most, and tips', async ({ page }) => {
  const expected = (await served(page))
    .filter((ico) => ico.status === 'active')
    .sort((a, b) => (b.raisedAmount ?? 0) - (a.raisedAmount ?? 0))
    .slice(0, 3);
  await page.getByRole('tab', { name: 'Spotlight' }).click();
  const panel = page.getByRole('region', { name: 'Hot Active ICOs' });
  const cards = panel.getByRole('list', { name: 'Hot Active ICOs' }).locator('> li');
  await expect(cards.getByRole('heading')).toHaveText(expected.map((ico) => ico.name));
  for (const [index, ico] of expected.entries()) {
    const card = cards.nth(index);
    const percent = (100 * (ico.raisedAmount ?? 0)) / ico.targetAmount;
    await expect(card.getByText(`${percent.toFixed(1)}%`, { exact: true })).toBeVisible();
    await expect(card.getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      String(Math.min(100, Math.round(percent))),
    );
    await expect(card.locator('dl')).toHaveText(/^Ends In\d+ (day|h|min)/);
    const start = ico.description.slice(0, 75);
    expect(((await card.getByText(start).textContent()) ?? '').length).toBeLessThanOrEqual(81); // plus the ellipsis
  }
  await expectDetails(page, cards.last().getByRole('link'), expected[2]?.name ?? '');
  const tips = page.getByRole('region', { name: 'ICO Investment Tips' });
  await expect(tips.locator('dt')).toHaveText([
    'Research the team',
    'Check tokenomics',
    'Beware of scams',
    'Diversify',
  ]);
  await expect(tips.getByText(/high-risk/)).toBeVisible();
  await page.getByRole('tab', { name: 'All ICOs' }).click();
  await expect(calendar(page)).toBeVisible();
});

test('ICOC-01 ICOC-03 ICOC-04 empty lists say so; loading shows a skeleton; a failure recovers', async ({
  page,
}) => {
  await page.route('**/api/icos', (route) => route.fulfill({ json: [] }));
  await page.goto('ico-calendar');
  await expect(page.getByText('No ICO to show.')).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByText('No upcoming ICOs at this time.')).toBeVisible();
  await page.getByRole('tab', { name: 'Spotlight' }).click();
  await expect(page.getByText('No active ICOs at this time.')).toBeVisible();
  await page.unroute('**/api/icos');

  await page.route('**/api/icos', () => undefined); // never answers
  await page.goto('ico-calendar');
  const start = page.getByRole('region', { name: 'Start dates' });
  await expect(start.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.unroute('**/api/icos');

  const tryAgain = await failUntilRetry(page, '**/api/icos');
  await page.reload();
  await tryAgain();
  await expect(calendar(page)).toBeVisible();
});

checkPage('ico-calendar?date=2026-11-21', (page) => expect(page.getByText('1 ICO found')).toBeVisible());
checkPage('ico-calendar?tab=spotlight', (page) =>
  expect(page.getByRole('progressbar').first()).toBeVisible(),
);
