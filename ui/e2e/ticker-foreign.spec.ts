import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const timeAt = (now: string, minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
type Fields = Parameters<typeof openTicker>[2];

/** Fields of SAP, whose exchange in Germany stays open for another 130 minutes. */
const sapFields = (now: string) => ({
  name: 'SAP SE',
  currency: 'EUR',
  displayRate: { currency: 'USD', value: 1.1585, asOf: timeAt(now, -1) },
  currencyChange24h: 0.27,
  exchange: 'XETRA',
  timeZone: 'Europe/Berlin',
  delayMinutes: 15,
  session: 'regular',
  nextSession: 'closed',
  sessionEndsAt: timeAt(now, 130),
  schedule: {
    opensAt: timeAt(now, -380),
    closesAt: timeAt(now, 130),
    nextClosed: { date: '2026-12-24', name: 'Christmas Eve' },
  },
  price: 238.65,
  change24h: 0.94,
  updatedAt: timeAt(now, -15),
  source: 'yahoo',
  isSample: false,
});

test('a foreign stock has panels for its exchange, its value in dollars and its source', async ({ page }) => {
  const { now } = await (await page.request.get('api/market-session')).json();
  await openTicker(page, 'AAPL', sapFields(now) as unknown as Fields);
  const exchange = panel(page, 'XETRA');
  await expect(exchange).toContainText('Open');
  await expect(exchange).toContainText(/2 h \d+ min until the close/);
  await expect(exchange).toContainText(/Berlin(Fri|Sat), Nov 2\d, \d+:\d\d [AP]M/);
  await expect(exchange).toContainText(/New York \(you\)Fri, Nov 20, \d+:\d\d PM/);
  await expect(exchange).toContainText(/Hours, your time\d+:\d\d AM to \d+:\d\d PM/);
  await expect(exchange).toContainText('Next holidayThu, Dec 24, Christmas Eve');

  const dollarPanel = panel(page, 'In US dollars');
  await expect(dollarPanel.locator('strong')).toHaveText('$276.48');
  await expect(dollarPanel).toContainText('+1.21%');
  await expect(dollarPanel).toContainText('Stock, in euros+0.94%');
  await expect(dollarPanel).toContainText('Euros against US dollars+0.27%');

  const source = panel(page, 'Source');
  await expect(source).toContainText('PriceYahoo Finance, delayed 15 min');
  await expect(source).toContainText(/As ofFri \d+:\d\d PM in Berlin, Fri \d+:\d\d PM your time/);
  await expect(source).toContainText('CurrencyEuros');
  await expect(source).toContainText(/Rate(1 minute|2 minutes) ago/);
  await expect(source).not.toContainText('Next price');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThan(1);
});

test("a closed exchange shows when it opens, in its own and the viewer's time zone", async ({ page }) => {
  const { now } = await (await page.request.get('api/market-session')).json();
  const opensAt = '2026-11-24T00:00:00Z';
  const schedule = { opensAt, closesAt: '2026-11-24T06:30:00Z', nextClosed: null };
  await openTicker(page, 'AAPL', {
    ...sapFields(now),
    ...{ exchange: 'Tokyo', timeZone: 'Asia/Tokyo', currency: 'JPY', session: 'closed', schedule },
    ...{ nextSession: 'regular', sessionEndsAt: opensAt, currencyChange24h: null },
  } as unknown as Fields);
  const exchange = panel(page, 'Tokyo');
  await expect(exchange).toContainText('Opens Tue 9:00 AM in Tokyo');
  await expect(exchange).not.toContainText('until the close');
  await expect(exchange).not.toContainText('Next holiday');
  const openingTimes = 'Tue 9:00 AM in Tokyo, Mon 7:00 PM your time';
  await expect(panel(page, 'Source')).toContainText(`Next price${openingTimes}`);
  await expect(page.locator('main header').first()).toContainText(openingTimes);
  const dollarPanel = panel(page, 'In US dollars');
  await expect(dollarPanel).not.toContainText('against');
});

test('a US stock has none of these panels, except the converted value with another display currency', async ({
  page,
}) => {
  const { now } = await (await page.request.get('api/market-session')).json();
  await openTicker(page, 'AAPL');
  await expect(panel(page, 'Investment Summary')).toBeVisible();
  await expect(panel(page, 'Source')).toHaveCount(0);
  await page.unrouteAll();
  const displayRate = { currency: 'EUR', value: 0.8632, asOf: timeAt(now, -1) };
  await openTicker(page, 'AAPL', { price: 228.9, displayRate, currencyChange24h: -0.27 });
  await expect(panel(page, 'In euros').locator('strong')).toHaveText('€197.59');
  await expect(panel(page, 'Source')).toBeVisible();
  await expect(panel(page, 'Nasdaq')).toHaveCount(0);
});
