import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { checkPage, failUntilRetry } from './checkPage.ts';
import { startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

const TODAY = '2026-11-20';
const calendars = (page: Page) => page.getByRole('navigation', { name: 'Calendars' });
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');
const NEXT = 'Dividends in the next 30 days';
const agenda = (page: Page) => page.getByRole('table', { name: 'Economic releases' });
/** The lines of a day of the agenda. */
const agendaDay = (page: Page, day: string) => agenda(page).locator('tbody').filter({ hasText: day });

interface Dividend {
  symbol: string;
  exDate: string;
  isProjected: boolean;
}

test('the menu has one entry for the four calendars, each with its own URL', async ({ page }) => {
  await page.goto('');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'More pages' })
    .getByRole('link', { name: 'Calendar', exact: true })
    .click();
  for (const [name, address, title] of [
    ['Dividends', /\/dividend-calendar$/, 'Dividend Calendar'],
    ['Economy', /\/economic-calendar$/, 'Economic Calendar'],
    ['ICOs', /\/ico-calendar$/, 'ICO Calendar'],
    ['Earnings', /\/earnings-calendar$/, 'Earnings Calendar'],
  ] as const) {
    const link = calendars(page).getByRole('link', { name, exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
});

test('the dividend calendar lists ex-dividend tickers for a day and for a month', async ({ page }) => {
  const dividends: Dividend[] = await (await page.request.get('api/dividends')).json();
  const daysUntil = ({ exDate }: Dividend) => (Date.parse(exDate) - Date.parse(TODAY)) / 86_400_000;
  const coming = dividends.filter((one) => daysUntil(one) >= 0 && daysUntil(one) <= 30);
  expect(coming.length).toBeGreaterThan(3);
  expect(coming.map(({ exDate, isProjected }) => isProjected === exDate > TODAY)).not.toContain(false);
  await page.goto('dividend-calendar');
  // Events of the selected day (at first today) are listed only in the first table.
  const today = coming.filter(({ exDate }) => exDate === TODAY);
  await expect(rows(page, 'Dividends on this day')).toHaveCount(today.length);
  await expect(rows(page, NEXT)).toHaveCount(Math.min(12, coming.length - today.length));
  await expect(rows(page, NEXT).last()).toContainText('Estimated');
  await expect(rows(page, 'Dividends on this day').first()).toContainText('Confirmed');
  const next = dividends.filter(({ exDate }) => exDate > TODAY).at(-1);
  await page.getByRole('button', { name: /^Next ex-dividend day/ }).click();
  await expect(page).toHaveURL(new RegExp(`date=${next?.exDate}`));
  const sameDay = dividends.filter(({ exDate }) => exDate === next?.exDate);
  await expect(rows(page, 'Dividends on this day')).toHaveCount(sameDay.length);
  await expect(page.getByRole('list', { name: 'Exchange holidays' })).toContainText(
    'Nov 26 New York closed, Thanksgiving Day',
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${NEXT} as CSV` }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFSymbol,Ex-Date,Amount,Yield,Frequency,Status,Type');
  expect(lines).toHaveLength(coming.length - sameDay.length + 2);
});

test('tickers of the watchlists come first, and others can be hidden', async ({ browser }) => {
  const server = await startServer();
  const page = await browser.newPage({ baseURL: server.url });
  const dividends: Dividend[] = await (await page.request.get('api/dividends')).json();
  const last = dividends.filter(({ exDate }) => exDate > TODAY)[0];
  await page.goto('dividend-calendar');
  await expect(page.getByRole('group', { name: 'Tickers' })).toHaveCount(0);
  const created = await page.request.post('api/watchlists', { data: { name: 'Mine', userId: 1 } });
  const { id } = await created.json();
  for (const symbol of [last?.symbol ?? '', 'WMT']) {
    const { id: tickerId } = await (await page.request.get(`api/tickers/${symbol}`)).json();
    await page.request.post(`api/watchlists/${id}/tickers`, { data: { tickerId } });
  }
  await page.goto(`dividend-calendar?date=${last?.exDate}`);
  const tickerFilter = page.getByRole('group', { name: 'Tickers' });
  await tickerFilter.getByRole('button', { name: 'My lists' }).click();
  await expect(page).toHaveURL(/show=mine/);
  await expect(rows(page, 'Dividends on this day')).toHaveCount(1);
  await expect(rows(page, 'Dividends on this day')).toContainText(last?.symbol ?? '');
  await expect(
    rows(page, 'Dividends on this day').getByRole('button', { name: `Watch ${last?.symbol}` }),
  ).toHaveAttribute('aria-pressed', 'true');
  await tickerFilter.getByRole('button', { name: 'All tickers' }).click();
  await expect(rows(page, 'Dividends on this day').first()).toContainText(last?.symbol ?? '');
  // Of two companies that report on the same morning, the one in a watchlist comes first.
  await page.goto('earnings-calendar');
  const reports = page.getByRole('list', { name: 'Reports on this day' }).getByRole('link');
  await expect(reports).toHaveText(['WMT', 'DE']);
  await page.getByRole('group', { name: 'Tickers' }).getByRole('button', { name: 'My lists' }).click();
  await expect(reports).toHaveText(['WMT']);
  await expectAccessible(page);
  // The subscription dialog has a URL for the events of one list.
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const popup = page.getByRole('dialog', { name: 'Subscribe' });
  await expect(popup.getByRole('code')).toHaveText(/\/calendar\.ics\?kinds=earnings$/);
  await popup.getByLabel('About').selectOption('Mine');
  await expect(popup.getByRole('code')).toHaveText(new RegExp(`kinds=earnings&list=${id}$`));
  const response = await page.request.get(await popup.getByRole('code').innerText());
  expect(response.headers()['content-type']).toContain('text/calendar');
  expect(await response.text()).toMatch(/X-WR-CALNAME:Marketdeck: Mine.*UID:earnings-WMT-/s);
  await popup.getByLabel('Dates').selectOption('Earnings, ex-dates and the economy');
  await expect(popup.getByRole('code')).toHaveText(new RegExp(`calendar\\.ics\\?list=${id}$`));
  await page.close();
  await server.stop();
});

test('the economic calendar is an agenda of days with the figures of each release', async ({ page }) => {
  await page.goto('economic-calendar');
  await expect(agendaDay(page, 'Dec 9')).toContainText('FOMC rate decision');
  await expect(agendaDay(page, 'Dec 9')).toContainText('2:00 PM');
  await expect(agendaDay(page, 'Dec 10')).toContainText('November 2026');
  await expect(page.getByText('Covers releases through December 15, 2026.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Federal Reserve' })).toHaveAttribute(
    'href',
    /federalreserve\.gov/,
  );
  // A release that is still to come has nothing but muted dashes under 'Actual', and the market's last reaction.
  await expect(agendaDay(page, 'Dec 9')).toContainText(/S&P 500 last time: [+−]\d\.\d\d%/);
  await expect(agendaDay(page, 'Dec 9').getByText('—', { exact: true }).first()).toHaveCSS(
    'font-weight',
    '400',
  );
  for (const day of ['Dec 9', 'Dec 10'])
    for (const actual of await agendaDay(page, day).locator('td:nth-last-child(2)').allTextContents())
      expect(actual).toBe('—');
  // Today has no releases, so the calendar opens on the next release day.
  await expect(agenda(page).locator('tbody').first()).toContainText('Dec 1');
  await expect(page).not.toHaveURL(/date=/);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page.getByText('No releases on this day.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${TODAY}$`));
  await page.getByRole('button', { name: 'Previous release day Nov 13' }).click();
  await expect(agenda(page).locator('tbody').first()).toContainText('Producer Price Index');
  // The figures of the sample market are simulated.
  await expect(agendaDay(page, 'Nov 13')).toContainText(/12 months[+−]\d\.\d%[+−]\d\.\d%/);
  await expect(page.getByRole('region', { name: 'Releases' }).getByText('Sample data')).toHaveCount(1);
  // A line shows the change of the S&P 500 on that day.
  const { id } = await (await page.request.get('api/tickers/%5EGSPC')).json();
  const closes = await (await page.request.get(`api/tickers/${id}/price-history?timeframe=1M`)).json();
  const index = closes.findIndex(({ timestamp }: { timestamp: string }) =>
    timestamp.startsWith('2026-11-13'),
  );
  const change = Math.abs((closes[index].price / closes[index - 1].price - 1) * 100).toFixed(2);
  await expect(agendaDay(page, 'Nov 13')).toContainText(new RegExp(`S&P 500 on the day: [+−]${change}%`));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Economic releases as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    '"FOMC rate decision, December 8–9, 2026"',
  );
});

test('the first release of the economic calendar is in the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('economic-calendar');
  await expect(agenda(page).locator('tbody').first().locator('td').last()).toBeInViewport();
  // The dots are on the line of the name.
  const name = agendaDay(page, 'Dec 1').getByRole('rowheader').last();
  const [dots, title] = [name.getByTitle('Medium impact'), name.locator('strong')];
  expect((await dots.boundingBox())?.x).toBeLessThan((await title.boundingBox())?.x ?? 0);
  const buttons = ['Show the month', 'Back to today'].map((text) => page.getByRole('button', { name: text }));
  const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
  const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
  expect(middles[0]).toBe(middles[1]);
});

test('in a very wide window the list of releases is at most 1100 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto('economic-calendar');
  await expect(page.getByText('Impact', { exact: true })).toBeVisible();
  const box = await page.getByRole('region', { name: 'Releases', exact: true }).boundingBox();
  expect(box?.width).toBeLessThanOrEqual(1100);
});

test('an outdated schedule and an empty schedule show a note', async ({ page }) => {
  const oldEvent = {
    id: 1,
    name: 'Prices',
    period: '',
    agency: 'Bureau',
    date: '2026-01-05',
    at: null,
    source: null,
    results: [],
  };
  await page.route('**/api/economic-events', (route) => route.fulfill({ json: [oldEvent] }));
  await page.goto('economic-calendar');
  await expect(page.getByText('Out of date: no releases after January 5, 2026.')).toBeVisible();
  await expect(page.getByText('No releases in the next 60 days.')).toBeVisible();
  await page.route('**/api/economic-events', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText('No release dates available.')).toBeVisible();
});

test('a calendar that fails to load shows an error, and recovers after a retry', async ({ page }) => {
  const retry = await failUntilRetry(page, '**/api/dividends');
  await page.goto('dividend-calendar');
  await expect(page.getByText("Couldn't load the dividends.")).toBeVisible();
  await retry();
  await expect(rows(page, NEXT).first()).toBeVisible();
});

test('upcoming earnings are downloaded as CSV', async ({ page }) => {
  await page.goto('earnings-calendar?tab=upcoming');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Upcoming earnings as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('\uFEFFSymbol,Name,Date,Session,Estimated EPS,Actual EPS,Surprise %');
});

checkPage('dividend-calendar', (page) =>
  expect(page.getByRole('heading', { name: /[Nn]ext \d+ days$/ })).toBeVisible(),
);
checkPage('economic-calendar', (page) => expect(agenda(page)).toBeVisible());
