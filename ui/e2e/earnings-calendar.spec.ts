import { checkPage, failUntilRetry, mockLiveMarket } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Locator, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('earnings-calendar');

interface Earning {
  id: number;
  symbol: string;
  name: string;
  date: string;
  time: 'before' | 'during' | 'after' | null;
  estimatedEPS: number | null;
  actualEPS: number | null;
  surprise: number | null;
}
const fetchEarnings = async (page: Page): Promise<Earning[]> =>
  (await page.request.get('api/earnings')).json();

const TODAY = '2026-11-20';
const DAY_MS = 86_400_000;
const daysFromToday = (event: Earning) => (Date.parse(event.date) - Date.parse(TODAY)) / DAY_MS;
const formatFullDate = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const list = (page: Page, name: string) => page.getByRole('list', { name }).locator('> li');
const symbols = (page: Page, name: string) => list(page, name).getByRole('link');
const dayButton = (page: Page, day: string) =>
  page.getByRole('group', { name: 'Report date' }).getByRole('button', { name: formatFullDate(day) });

/** An announcement as the API returns it. */
const earning = (rest: Partial<Earning>) => ({
  ...{ id: 1, tickerId: 1, symbol: 'AAPL', name: 'Apple Inc.', date: TODAY, time: 'before' },
  ...{ estimatedEPS: 2, actualEPS: null, surprise: null, currency: 'USD', isSample: true },
  ...rest,
});
const mockEarnings = (page: Page, events: Partial<Earning>[]) =>
  page.route('**/api/earnings', (route) =>
    route.fulfill({ json: events.map((event, id) => earning({ id, symbol: `S${id}`, ...event })) }),
  );

test('EARN-01 the page has four tabs, and the selected tab is in the URL', async ({ page }) => {
  await page.goto('earnings-calendar');
  await expect(page).toHaveTitle(/Earnings Calendar/);
  await expect(page.getByRole('tab')).toHaveText([
    'Calendar View',
    'Upcoming Earnings (Next 7 Days)',
    'Recent Results (Last 7 Days)',
    'Search',
  ]);
  await tab(page, 'Recent Results (Last 7 Days)').click();
  await expect(page).toHaveURL(/tab=recent$/);
  await page.reload();
  await expect(tab(page, 'Recent Results (Last 7 Days)')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Calendar View').click();
  await expect(page).not.toHaveURL(/tab/);
});

testOnSharedPage(
  "EARN-01 EARN-02 the page opens on the server's current day and shows its announcements",
  async ({ page }) => {
    const today = (await fetchEarnings(page)).filter((event) => event.date === TODAY);
    await expect(page.getByRole('heading', { name: formatFullDate(TODAY) })).toBeVisible();
    await expect(symbols(page, 'Reports on this day')).toHaveText(today.map((event) => event.symbol));
    for (const event of today) {
      const row = list(page, 'Reports on this day').filter({ hasText: event.name });
      await expect(row.getByText('Before Market', { exact: true })).toBeVisible();
      await expect(row.locator('dl > div').nth(0)).toHaveText(
        `Estimated EPS$${event.estimatedEPS?.toFixed(2)}`,
      );
      await expect(row.locator('dl > div').nth(1)).toHaveText(`Actual EPS$${event.actualEPS?.toFixed(2)}`);
      await expect(row.locator('dl > div').nth(2)).toHaveText(/^Surprise[+−]\d+\.\d\d%$/);
    }
    const selectedDay = page.getByRole('region', { name: formatFullDate(TODAY) });
    await expect(selectedDay.getByText('Sample data')).toBeVisible();
  },
);

test('EARN-02 for a day with few announcements, the page also shows the rest of the week', async ({
  page,
}) => {
  await mockEarnings(page, [
    { symbol: 'OWN', date: TODAY },
    { symbol: 'MON', date: '2026-11-16' },
    { symbol: 'SAT', date: '2026-11-21' },
    { symbol: 'NEXT', date: '2026-11-23' },
    ...['A', 'B', 'C', 'D', 'E'].map((symbol) => ({ symbol, date: '2026-11-30' })),
  ]);
  await page.goto('earnings-calendar');
  const earlier = page.getByRole('region', { name: 'Earlier this week' });
  const later = page.getByRole('region', { name: 'Later this week' });
  await expect(earlier.getByRole('heading', { level: 3 })).toHaveText(['Monday, November 16']);
  await expect(earlier.getByRole('link')).toHaveText(['MON']);
  await expect(later.getByRole('heading', { level: 3 })).toHaveText(['Saturday, November 21']);
  await expect(later.getByRole('link')).toHaveText(['SAT']);
  await page.goto('earnings-calendar?date=2026-11-30');
  await expect(symbols(page, 'Reports on this day')).toHaveCount(5);
  for (const week of [earlier, later]) await expect(week).toHaveCount(0);
});

test('EARN-01 EARN-02 on a phone the selected tab is in view, and a button leads to the next report day', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('earnings-calendar?tab=search');
  const tabs = page.getByRole('tablist', { name: 'Earnings views' });
  await expect(tab(page, 'Search')).toBeInViewport({ ratio: 0.95 });
  await expect(tab(page, 'Calendar View')).not.toBeInViewport();
  await expect(tab(page, 'Search')).toHaveCSS('height', '44px');
  await expect(tabs).toHaveCSS('--cut-start', '40px');
  await expect(tabs).toHaveCSS('--cut-end', '0px');
  await tab(page, 'Search').press('ArrowRight');
  await expect(tab(page, 'Calendar View')).toBeInViewport({ ratio: 0.95 });
  await expect(tabs).toHaveCSS('--cut-start', '0px');
  await expect(tabs).toHaveCSS('--cut-end', '40px');
  const next = page.getByRole('button', { name: 'Next report date Nov 23' });
  await next.scrollIntoViewIfNeeded();
  await expect(next.getByText('Nov 23')).toBeInViewport({ ratio: 0.95 });
  await next.click();
  await expect(page).toHaveURL(/date=2026-11-23$/);
  // On a desktop all tabs fit, so no edge is faded.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tabs).toHaveCSS('--cut-start', '0px');
  await expect(tabs).toHaveCSS('--cut-end', '0px');
});

test('EARN-02 on a day without reports the page opens on the next day with some, and says so', async ({
  page,
}) => {
  await mockEarnings(page, [
    { symbol: 'PAST', date: '2026-11-18', actualEPS: 2.2, surprise: 10 },
    { symbol: 'NEXT', date: '2026-11-23' },
  ]);
  await page.goto('earnings-calendar');
  await expect(page.getByRole('heading', { name: formatFullDate('2026-11-23') })).toBeVisible();
  await expect(page.getByText('No reports on Friday', { exact: true })).toBeVisible();
  await expect(symbols(page, 'Reports on this day')).toHaveText(['NEXT']);
  await expect(page).not.toHaveURL(/date/);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page.getByText('No earnings announcements for this date')).toBeVisible();
  await expect(page.getByText('No reports on Friday')).toHaveCount(0);
});

test('EARN-02 each figure is below its heading', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('earnings-calendar?tab=recent');
  const row = list(page, 'Recent results').filter({ hasText: 'Walmart' });
  const headings = page.getByRole('region', { name: 'Recent Results' }).locator('[class*=heads] > span');
  const rightEdge = async (element: Locator) => {
    const box = await element.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  for (const [index, figure] of [
    row.locator('dd').nth(0),
    row.locator('dd').nth(1),
    row.locator('[data-direction]'),
    row.locator('[data-outcome]'),
  ].entries()) {
    expect(await rightEdge(figure)).toBe(await rightEdge(headings.nth(index)));
  }
});

testOnSharedPage('EARN-02 dots and labels show the number of announcements of a day', async ({ page }) => {
  const events = await fetchEarnings(page);
  for (const [day, dots] of [
    ['2026-11-27', 3],
    ['2026-11-25', 2],
    ['2026-11-24', 1],
    ['2026-11-26', 0],
  ] as const) {
    const count = events.filter((event) => event.date === day).length;
    const name = count === 0 ? 'no reports' : `${count} report${count === 1 ? '' : 's'}`;
    await expect(dayButton(page, day)).toHaveAccessibleName(`${formatFullDate(day)}, ${name}`);
    await expect(dayButton(page, day).locator('i')).toHaveCount(dots);
  }
});

test('EARN-02 an empty day shows a message, and buttons lead to the next and previous report day', async ({
  page,
}) => {
  const events = await fetchEarnings(page);
  await page.goto('earnings-calendar');
  await dayButton(page, '2026-11-26').click();
  await expect(page.getByText('No earnings announcements for this date')).toBeVisible();
  await expect(page).toHaveURL(/date=2026-11-26$/);
  await page.reload();
  await expect(page.getByText('No earnings announcements for this date')).toBeVisible();
  await page.getByRole('button', { name: /^Next report date/ }).click();
  const next = events.filter((event) => event.date === '2026-11-27');
  await expect(list(page, 'Reports on this day')).toHaveCount(next.length);
  const selectedDay = page.getByRole('region', { name: formatFullDate('2026-11-27') });
  await expect(selectedDay.getByText('Actual EPS')).toHaveCount(0); // The result is not known yet.
  await page.getByRole('button', { name: /^Previous report date/ }).click();
  await expect(page.getByRole('heading', { name: formatFullDate('2026-11-25') })).toBeVisible();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page.getByRole('heading', { name: formatFullDate(TODAY) })).toBeVisible();
});

test('EARN-02 a row shows the session by name and the surprise by color and sign', async ({ page }) => {
  await mockEarnings(page, [
    { time: 'before', actualEPS: 2.2, surprise: 10 },
    { time: 'during', actualEPS: 1.8, surprise: -10 },
    { time: 'after' },
    { time: null, estimatedEPS: null, actualEPS: -0.5 },
  ]);
  await page.goto('earnings-calendar');
  const rows = list(page, 'Reports on this day');
  await expect(rows).toContainText(['Before Market', 'During Market', 'After Market', 'Time unknown']);
  const surprise = (row: number) => rows.nth(row).locator('[data-direction]');
  await expect(surprise(0)).toHaveText('+10.00%');
  await expect(surprise(0)).toHaveAttribute('data-direction', 'up');
  await expect(surprise(0)).toHaveCSS('color', 'rgb(4, 120, 87)');
  await expect(surprise(1)).toHaveText('−10.00%');
  await expect(surprise(1)).toHaveCSS('color', 'rgb(200, 30, 30)');
  await expect(rows.nth(2).locator('dl')).toHaveText('Estimated EPS$2.00');
  await expect(rows.nth(3).locator('dl')).toHaveText('Estimated EPS—Actual EPS−$0.50Surprise—');
});

test("EARN-02 the exchange's date is the same in every time zone", async ({ browser, baseURL }) => {
  for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Auckland']) {
    const page = await browser.newPage({ timezoneId, baseURL: baseURL ?? '' });
    await page.goto('earnings-calendar');
    await expect(page.getByRole('heading', { name: formatFullDate(TODAY) })).toBeVisible();
    await expect(symbols(page, 'Reports on this day')).toHaveText(['DE', 'WMT']);
    await page.close();
  }
});

testOnSharedPage('EARN-03 Upcoming lists the reports of the next seven days in order', async ({ page }) => {
  const expected = (await fetchEarnings(page))
    .filter((event) => daysFromToday(event) >= 0 && daysFromToday(event) <= 7 && event.actualEPS === null)
    .sort((a, b) => a.date.localeCompare(b.date));
  await tab(page, 'Upcoming Earnings (Next 7 Days)').click();
  const rows = list(page, 'Upcoming earnings');
  await expect(rows).toHaveCount(expected.length);
  await expect(rows.first()).toContainText(expected[0]?.symbol ?? '');
  // Each day has one heading, above its first row.
  const days = rows.locator('h3');
  await expect(days).toHaveCount(new Set(expected.map(({ date }) => date)).size);
  await expect(days.first()).toHaveText('In 3 days Mon, Nov 23');
  await expect(days.last()).toHaveText('Nov 27 Friday');
});

test('EARN-03 days near today have labels such as Tomorrow', async ({ page }) => {
  await mockEarnings(page, [
    { date: '2026-11-20' },
    { date: '2026-11-21' },
    { date: '2026-11-22' },
    { date: '2026-11-26' },
    { date: '2026-11-27' },
    { date: '2026-11-28' },
    { date: '2026-11-19' },
  ]);
  await page.goto('earnings-calendar?tab=upcoming');
  await expect(list(page, 'Upcoming earnings').locator('h3')).toHaveText([
    /^Today/,
    /^Tomorrow/,
    /^In 2 days/,
    /^In 6 days/,
    /^Nov 27/,
  ]);
});

test('EARN-04 Recent lists the results of the last seven days, each as Beat, Missed or In-line', async ({
  page,
}) => {
  const expected = (await fetchEarnings(page)).filter(
    (event) => daysFromToday(event) >= -7 && event.actualEPS !== null,
  );
  await page.goto('earnings-calendar?tab=recent');
  const rows = list(page, 'Recent results');
  await expect(rows).toHaveCount(expected.length);
  await expect(rows.locator('h3').first()).toContainText('Today');
  await expect(rows.locator('h3').last()).toContainText('Nov 13');
  for (const event of expected) {
    const surprise = event.surprise ?? 0;
    const word = surprise > 5 ? 'Beat' : surprise < -5 ? 'Missed' : 'In-line';
    await expect(rows.filter({ hasText: event.name }).locator('[data-outcome]')).toHaveText(word);
  }
});

test('EARN-04 a surprise above 5 % is green, below −5 % red, and between them yellow', async ({ page }) => {
  const day = { date: '2026-11-19', actualEPS: 1 };
  await mockEarnings(page, [
    { ...day, surprise: 5.1 },
    { ...day, surprise: 5 },
    { ...day, surprise: -5 },
    { ...day, surprise: -5.1 },
    { date: '2026-11-13' },
    { date: '2026-11-12', actualEPS: 1, surprise: 9 },
  ]);
  await page.goto('earnings-calendar?tab=recent');
  const badges = list(page, 'Recent results').locator('[data-outcome]');
  await expect(badges).toHaveText(['Beat', 'In-line', 'In-line', 'Missed', 'Not reported']);
  // The threshold is in the header, and each badge explains itself.
  const recent = page.getByRole('region', { name: 'Recent Results' });
  await expect(recent.getByText('In-line: within 5% of the estimate')).toBeVisible();
  await badges.first().hover();
  await expect(page.getByRole('tooltip')).toHaveText('Beat: more than 5% above the estimate');
  await expect(badges.nth(0)).toHaveCSS('color', 'rgb(4, 120, 87)');
  await expect(badges.nth(1)).toHaveCSS('color', 'rgb(146, 96, 10)');
  await expect(badges.nth(3)).toHaveCSS('color', 'rgb(200, 30, 30)');
  await expect(list(page, 'Recent results').locator('h3')).toHaveText([/^Yesterday/, /^Nov 13/]);
});

test('EARN-05 the search finds symbols and names, and shows a message without input or results', async ({
  page,
}) => {
  const events = await fetchEarnings(page);
  await page.goto('earnings-calendar');
  await tab(page, 'Search').click();
  await expect(page.getByText('Start typing to search for earnings')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search by symbol or name' });
  await box.fill('NvDa');
  // Results are sorted by date: a year of past reports, then upcoming reports.
  const outcomes = list(page, 'Search results').locator('[data-outcome]');
  const resultsOf = (symbol: string) => events.filter((event) => event.symbol === symbol).map(() => symbol);
  await expect(symbols(page, 'Search results')).toHaveText(resultsOf('NVDA'));
  await expect(outcomes.last()).toHaveText('Upcoming');
  await box.fill('walmart');
  await expect(symbols(page, 'Search results')).toHaveText(resultsOf('WMT'));
  await expect(outcomes.last()).toHaveText('In-line');
  await box.fill('corporation');
  const expected = events.filter((event) => /corporation/i.test(event.name));
  await expect(list(page, 'Search results')).toHaveCount(expected.length);
  await expect(page).toHaveURL(/q=corporation$/);
  await page.reload();
  await expect(list(page, 'Search results')).toHaveCount(expected.length);
  await box.fill('no such company');
  await expect(page.getByText('No results found for "no such company"')).toBeVisible();
  await box.fill(' ');
  await expect(page.getByText('Start typing to search for earnings')).toBeVisible();
});

test('EARN-02 EARN-03 a row opens its ticker, by click and by its link', async ({ page }) => {
  await page.goto('earnings-calendar?tab=upcoming');
  await list(page, 'Upcoming earnings').first().click(); // The center of the row is not the link.
  await expect(page).toHaveURL(/\/ticker\/CEG$/);
  await page.goBack();
  await symbols(page, 'Upcoming earnings').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ticker\/MELI$/);
});

test('EARN-02 EARN-03 EARN-04 empty lists show a message', async ({ page }) => {
  await mockEarnings(page, []);
  await page.goto('earnings-calendar');
  await expect(page.getByText('No earnings announcements for this date')).toBeVisible();
  await tab(page, 'Upcoming Earnings (Next 7 Days)').click();
  await expect(page.getByText('No upcoming earnings in the next 7 days')).toBeVisible();
  await tab(page, 'Recent Results (Last 7 Days)').click();
  await expect(page.getByText('No earnings results in the past 7 days')).toBeVisible();
});

for (const name of ['calendar', 'upcoming', 'recent', 'search']) {
  test(`EARN-01 a failure offers a retry, ${name}`, async ({ page }) => {
    const retry = await failUntilRetry(page, '**/api/earnings');
    await page.goto(`earnings-calendar?tab=${name}&q=walmart`);
    await retry();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  });
}

test('EARN-02 EARN-03 EARN-04 with the live market an empty calendar says that no source has earnings', async ({
  page,
}) => {
  const noSourceNote = page.getByText('No source provides any earnings dates.');
  await page.route('**/api/earnings', (route) => route.fulfill({ json: [] }));
  await page.goto('earnings-calendar');
  await expect(page.getByText('No earnings announcements for this date')).toBeVisible();
  await expect(noSourceNote).toHaveCount(0);
  await mockLiveMarket(page);
  for (const [tab, text] of [
    ['calendar', 'No earnings announcements for this date'],
    ['upcoming', 'No upcoming earnings in the next 7 days'],
    ['recent', 'No earnings results in the past 7 days'],
  ]) {
    await page.goto(`earnings-calendar?tab=${tab}`);
    await expect(page.getByText(text ?? '')).toBeVisible();
    await expect(noSourceNote).toBeVisible();
  }
});

test('EARN-01 a skeleton is shown while announcements load', async ({ page }) => {
  await page.route('**/api/earnings', () => undefined); // The request never gets a response.
  await page.goto('earnings-calendar');
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
});

checkPage('earnings-calendar', (page) => expect(list(page, 'Reports on this day').first()).toBeVisible());
checkPage('earnings-calendar?tab=recent', (page) =>
  expect(list(page, 'Recent results').first()).toBeVisible(),
);
