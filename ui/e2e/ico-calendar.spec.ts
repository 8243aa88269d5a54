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
const fetchIcos = async (page: Page): Promise<Ico[]> => (await page.request.get('api/icos')).json();

/** Returns the day on which an ICO starts. In New York, the time zone of the tests, all sample ICOs start at noon. */
const startDay = (ico: Ico) => ico.startDate.slice(0, 10);
const formatDay = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day));
const formatLong = (day: string) => formatDay(day, { dateStyle: 'long' });
const formatMedium = (day: string) => formatDay(day, { dateStyle: 'medium' });
const byStart = (a: Ico, b: Ico) => a.startDate.localeCompare(b.startDate);

const TODAY = '2026-11-20';
const calendar = (page: Page) => page.getByRole('group', { name: 'Day with ICO starts' });
const dayButton = (page: Page, day: string) =>
  calendar(page).getByRole('button', { name: formatDay(day, { dateStyle: 'full' }) });
const rows = (page: Page) => page.getByRole('table', { name: 'ICOs of the day' }).locator('tbody tr');
const heading = (page: Page, day: string) =>
  page.getByRole('heading', { name: `ICOs on ${formatLong(day)}`, exact: true });
const status = (page: Page, name: string) =>
  page.getByRole('group', { name: 'ICO status' }).getByRole('button', { name, exact: true });
const selectedDay = (page: Page) => calendar(page).getByRole('button', { pressed: true });

/** Returns the next ICO that starts after today. The calendar opens on its day. */
async function fetchNextIco(page: Page): Promise<Ico> {
  const [next] = (await fetchIcos(page)).filter((ico) => startDay(ico) > TODAY).sort(byStart);
  if (!next) throw new Error('The sample market has no upcoming ICO.');
  return next;
}

testOnSharedPage(
  'ICOC-01 the calendar opens on the next day with an ICO start, and marks such days',
  async ({ page }) => {
    const next = await fetchNextIco(page);
    await expect(page).toHaveTitle(/ICO Calendar/);
    await expect(heading(page, startDay(next))).toBeVisible();
    await expect(rows(page)).toContainText([next.name]);
    await expect(selectedDay(page)).toHaveAccessibleName(/, 1 ICO starts$/);
    await expect(page).not.toHaveURL(/date/);
    await page.getByRole('button', { name: 'Back to today' }).click();
    await expect(heading(page, TODAY)).toBeVisible();
    await expect(selectedDay(page)).toHaveAccessibleName('Friday, November 20, 2026, no ICO starts');
    await expect(selectedDay(page)).toHaveAttribute('aria-current', 'date');
    const icosInView = (await fetchIcos(page)).filter(
      (ico) => startDay(ico) >= '2026-11-01' && startDay(ico) <= '2026-12-12',
    );
    await expect(calendar(page).getByRole('button', { name: /, 1 ICO starts$/ })).toHaveCount(
      icosInView.length,
    );
  },
);

test('ICOC-01 ICOC-02 a selected day lists the ICOs that start, and is in the URL', async ({ page }) => {
  const ico = await fetchNextIco(page);
  await page.goto(`ico-calendar?date=${TODAY}`);
  await expect(heading(page, TODAY)).toBeVisible();
  await dayButton(page, startDay(ico)).click();
  await expect(heading(page, startDay(ico))).toBeVisible();
  await expect(page.getByText('1 ICO found')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
    ...['Name', 'Category', 'Status', 'Start Date', 'End Date', 'Target', 'Raised'],
  ]);
  await expect(rows(page).locator('th, td')).toHaveText([
    new RegExp(`${ico.name}${ico.symbol}$`),
    ico.category,
    'Upcoming',
    formatMedium(ico.startDate),
    formatMedium(ico.endDate),
    `$${(ico.targetAmount / 1e6).toFixed(1)}M`,
    'N/A',
  ]);
  // This day is the initial one, so it is not in the URL.
  await expect(page).not.toHaveURL(/date/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(heading(page, TODAY)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${TODAY}$`));
  await page.reload();
  await expect(heading(page, TODAY)).toBeVisible();
});

test('ICOC-02 for a day without a start, two buttons lead to the previous and next start', async ({
  page,
}) => {
  const icos = (await fetchIcos(page)).sort(byStart);
  const next = icos.find((ico) => startDay(ico) > TODAY);
  const previous = icos.filter((ico) => startDay(ico) < TODAY).at(-1);
  await page.goto(`ico-calendar?date=${TODAY}`);
  await expect(page.getByText('0 ICOs found')).toBeVisible();
  await page.getByRole('button', { name: /^Next start date/ }).click();
  await expect(rows(page)).toContainText([next?.name ?? '']);
  await page.getByRole('button', { name: /^Previous start date/ }).click();
  await expect(rows(page)).toContainText([previous?.name ?? '']);
  await page.goto(`ico-calendar?date=${icos[0] && startDay(icos[0])}`);
  await expect(page.getByRole('button', { name: /^Previous start date/ })).toBeDisabled();
  await page.goto('ico-calendar?date=2026-02-30'); // This date does not exist.
  await expect(heading(page, next ? startDay(next) : TODAY)).toBeVisible();
});

for (const name of ['Upcoming', 'Active', 'Ended'] as const) {
  test(`ICOC-01 ICOC-02 the status filter ${name} applies to the days and the table`, async ({ page }) => {
    const icos = await fetchIcos(page);
    const otherIco = icos.find((ico) => ico.status !== name.toLowerCase());
    const matchingIco = icos.find((ico) => ico.status === name.toLowerCase());
    if (!otherIco || !matchingIco) throw new Error('The sample market has no ICO with this status.');
    await page.goto(`ico-calendar?date=${startDay(otherIco)}`);
    await expect(rows(page)).toHaveCount(1);
    await status(page, name).click();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByText('0 ICOs found')).toBeVisible();
    await expect(selectedDay(page)).toHaveAccessibleName(/no ICO starts/);
    await expect(page).toHaveURL(new RegExp(`status=${name.toLowerCase()}`));
    await page.goto(`ico-calendar?date=${startDay(matchingIco)}&status=${name.toLowerCase()}`);
    await expect(rows(page)).toContainText([matchingIco.name]);
    await status(page, 'All').click();
    await expect(page).not.toHaveURL(/status/);
  });
}

testOnSharedPage('ICOC-01 buttons and keys change the month, and Enter selects a day', async ({ page }) => {
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
});

testOnSharedPage('ICOC-01 the statistics count each status', async ({ page }) => {
  const icos = await fetchIcos(page);
  const statistics = page.getByRole('region', { name: 'ICO Statistics' });
  for (const name of ['Upcoming', 'Active', 'Ended']) {
    const count = icos.filter((ico) => ico.status === name.toLowerCase()).length;
    await expect(statistics.locator('div', { hasText: name }).last()).toHaveText(`${name}${count}`);
  }
});

testOnSharedPage(
  'ICOC-01 active ICOs are next to the calendar with their progress, and open their details',
  async ({ page }) => {
    const active = (await fetchIcos(page))
      .filter(({ status }) => status === 'active')
      .sort((a, b) => Date.parse(a.endDate) - Date.parse(b.endDate));
    const activeList = page.getByRole('list', { name: 'Active now' });
    await expect(activeList.getByRole('link')).toHaveText(active.slice(0, 5).map(({ name }) => name));
    await expect(activeList.getByRole('listitem').first()).toContainText(/\d+ (days|h|min).* left/);
    await expect(activeList.getByRole('progressbar')).toHaveCount(Math.min(5, active.length));
    await expectDetails(page, activeList.getByRole('link').first(), active[0]?.name ?? '');
  },
);

testOnSharedPage(
  'ICOC-02 a list shows every start of the month, and a row selects its day',
  async ({ page }) => {
    const november = (await fetchIcos(page))
      .filter((ico) => startDay(ico).startsWith('2026-11'))
      .sort(byStart);
    const monthRows = page.getByRole('list', { name: 'Starting in November 2026' }).getByRole('button');
    await expect(monthRows).toContainText(november.map((ico) => ico.name));
    await monthRows.last().click();
    await expect(rows(page)).toContainText([november.at(-1)?.name ?? '']);
    await expect(monthRows.last()).toHaveAttribute('aria-pressed', 'true');
  },
);

testOnSharedPage(
  'ICOC-02 the timeline has every later start, months without one, and a line between past and future starts',
  async ({ page }) => {
    await page.getByRole('button', { name: 'Back to today' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const later = (await fetchIcos(page)).filter((ico) => startDay(ico) >= '2026-11-01').sort(byStart);
    await expect(timeline.getByRole('listitem').getByRole('button')).toContainText(
      later.map((ico) => ico.name),
    );
    const november = timeline.getByRole('list', { name: 'Starting in November 2026' }).getByRole('listitem');
    const past = later.filter((ico) => startDay(ico) < TODAY).length;
    await expect(november.nth(past)).toHaveText('Today, Nov 20');
    const active = later.find((ico) => ico.status === 'active' && ico.raisedAmount);
    const percent = Math.round((100 * (active?.raisedAmount ?? 0)) / (active?.targetAmount ?? 1));
    const row = timeline.getByRole('button', { name: active?.name ?? '' });
    await expect(row).toContainText('Active');
    await expect(row).toContainText(`${percent}%`);
    await expect(row).toContainText(/\d+ days left/);
    await page.goto('ico-calendar?date=2026-11-20&status=ended');
    await expect(timeline.getByRole('heading', { name: 'November 2026 No ICO starts' })).toBeVisible();
  },
);

test('ICOC-02 the table sorts by any column', async ({ page }) => {
  const [first, second] = await fetchIcos(page);
  const twoIcos = [first, { ...second, startDate: first?.startDate, id: 999, targetAmount: 1e9 }];
  await page.route('**/api/icos', (route) => route.fulfill({ json: twoIcos }));
  await page.goto(`ico-calendar?date=${first && startDay(first)}`);
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
  const ico = await fetchNextIco(page);
  await page.goto(`ico-calendar?date=${startDay(ico)}`);
  await expectDetails(page, page.getByRole('link', { name: ico.name }), ico.name);
  await expectDetails(page, rows(page).locator('th, td').nth(1), ico.name);
  await expect(page).toHaveURL(new RegExp(`date=${startDay(ico)}$`));
});

testOnSharedPage(
  'ICOC-03 Upcoming shows the three next ICOs, with descriptions of at most 100 characters',
  async ({ page }) => {
    const matchingIco = (await fetchIcos(page))
      .filter((ico) => ico.status === 'upcoming')
      .sort(byStart)
      .slice(0, 3);
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expect(page).toHaveURL(/tab=upcoming$/);
    const cards = page.getByRole('list', { name: 'Upcoming ICOs' }).locator('> li');
    await expect(cards.getByRole('heading')).toHaveText(matchingIco.map((ico) => ico.name));
    await expect(cards).toHaveCount(3);
    for (const [index, ico] of matchingIco.entries()) {
      const card = cards.nth(index);
      const beginning = ico.description.slice(0, 95);
      await expect(card.getByText(beginning)).toBeVisible();
      expect(((await card.getByText(beginning).textContent()) ?? '').length).toBeLessThanOrEqual(101); // The limit and an ellipsis.
      await expect(card.locator('dl > div')).toHaveText([
        `Category${ico.category}`,
        `Target$${(ico.targetAmount / 1e6).toFixed(1)}M`,
        `Start Date${formatMedium(ico.startDate)}`,
        `End Date${formatMedium(ico.endDate)}`,
      ]);
    }
    await expectDetails(page, cards.first().getByRole('link'), matchingIco[0]?.name ?? '');
  },
);

testOnSharedPage(
  'ICOC-04 Spotlight shows the three active ICOs that raised most, and tips',
  async ({ page }) => {
    const matchingIco = (await fetchIcos(page))
      .filter((ico) => ico.status === 'active')
      .sort((a, b) => (b.raisedAmount ?? 0) - (a.raisedAmount ?? 0))
      .slice(0, 3);
    await page.getByRole('tab', { name: 'Spotlight' }).click();
    const panel = page.getByRole('region', { name: 'Hot Active ICOs' });
    const cards = panel.getByRole('list', { name: 'Hot Active ICOs' }).locator('> li');
    await expect(cards.getByRole('heading')).toHaveText(matchingIco.map((ico) => ico.name));
    for (const [index, ico] of matchingIco.entries()) {
      const card = cards.nth(index);
      const percent = (100 * (ico.raisedAmount ?? 0)) / ico.targetAmount;
      await expect(card.getByText(`${percent.toFixed(1)}%`, { exact: true })).toBeVisible();
      await expect(card.getByRole('progressbar')).toHaveAttribute(
        'aria-valuenow',
        String(Math.min(100, Math.round(percent))),
      );
      await expect(card.locator('dl')).toHaveText(/^Ends In\d+ (day|h|min)/);
      const beginning = ico.description.slice(0, 75);
      expect(((await card.getByText(beginning).textContent()) ?? '').length).toBeLessThanOrEqual(81); // The limit and an ellipsis.
    }
    await expectDetails(page, cards.last().getByRole('link'), matchingIco[2]?.name ?? '');
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
  },
);

test('ICOC-01 ICOC-03 ICOC-04 empty lists show a message, loading a skeleton, and a failure a retry', async ({
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

  await page.route('**/api/icos', () => undefined); // The request never gets a response.
  await page.goto('ico-calendar');
  const startDates = page.getByRole('region', { name: 'Start dates' });
  await expect(startDates.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.unroute('**/api/icos');

  const retry = await failUntilRetry(page, '**/api/icos');
  await page.reload();
  await retry();
  await expect(calendar(page)).toBeVisible();
});

checkPage('ico-calendar?date=2026-11-21', (page) => expect(page.getByText('1 ICO found')).toBeVisible());
checkPage('ico-calendar?tab=spotlight', (page) =>
  expect(page.getByRole('progressbar').first()).toBeVisible(),
);
