import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel, wakeChart } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const lane = (page: Page) => chart(page).getByRole('group', { name: 'Events' });
const mark = (page: Page, name: RegExp) => lane(page).getByRole('button', { name }).last();
const card = (page: Page) => lane(page).locator('p').first();

/** Opens a three-month chart, whose earnings and dividends are always the same. Each article has a link. */
async function open(page: Page, symbol = 'AAPL'): Promise<void> {
  await page.route('**/api/news?tickerId=*', async (route) => {
    const news = await (await route.fetch()).json();
    await route.fulfill({
      json: news.map((item: object) => ({ ...item, url: 'https://example.org/story' })),
    });
  });
  await openTicker(page, symbol, {});
  await chart(page).getByRole('button', { name: '3M', exact: true }).click();
  await expect(chart(page)).toContainText('past three months');
}

test('earnings, dividends and news have markers below the chart; hovering shows a card, a click pins it', async ({
  page,
}) => {
  await open(page);
  const report = mark(page, /^Earnings/);
  await expect(report).toHaveText('E');
  await expect(mark(page, /^Dividend/)).toHaveText('D');
  await expect(mark(page, /2026, \d+:\d+ [AP]M/)).toHaveText('N');
  await report.hover();
  await expect(card(page)).toHaveText(/^EarningsOct 30, after close$/);
  await expect(lane(page)).toContainText(
    /(Beat|In-line|Missed)EPS\$[\d.]+, est\. [\d.]+[+−][\d.]+%Next day\$/,
  );
  const plot = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
  await plot.hover({ position: { x: 100, y: 100 } });
  await expect(card(page)).toHaveCount(0);

  await report.click();
  await plot.hover({ position: { x: 100, y: 100 } });
  await expect(card(page)).toBeVisible();
  await expect(report).toHaveAttribute('aria-pressed', 'true');
  // The card is below the price pane.
  const [box, pane] = [
    await lane(page).locator('[data-pinned]').boundingBox(),
    await chart(page).locator('[data-pane="price"]').boundingBox(),
  ];
  expect(box?.y).toBeGreaterThanOrEqual((pane?.y ?? 0) + (pane?.height ?? 0));
  await expectAccessible(page);
  await plot.click({ position: { x: 100, y: 100 } });
  await expect(card(page)).toHaveCount(0);
});

test('the keyboard moves between markers, pins a card, focuses its link and closes it', async ({ page }) => {
  await open(page);
  await mark(page, /2026, \d+:\d+ [AP]M/).focus();
  await expect(card(page)).toContainText('2026');
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(lane(page).locator(':focus')).toHaveText('D');
  await expect(card(page)).toContainText('Ex-date');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(lane(page).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await expect(lane(page).locator(':focus')).toHaveText('N');
});

test('a split has a marker, and its card explains earlier prices, by pointer and by keyboard', async ({
  page,
}) => {
  await openTicker(page, 'NVDA', {});
  await page.goto('ticker/NVDA?range=5Y');
  await wakeChart(page);
  const split = mark(page, /^Split/);
  await expect(split).toHaveText('S');
  await split.hover();
  await expect(lane(page)).toContainText('SplitJun 10, 202410 for 1Earlier pricesAdjusted');
  await page.mouse.move(5, 5);
  await expect(card(page)).toHaveCount(0);
  await split.focus();
  await page.keyboard.press('Enter');
  await expect(split).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  // Prices are split-adjusted: no price is a tenth of the previous one.
  const prices: { price: number }[] = await (
    await page.request.get('api/tickers/NVDA/price-history?timeframe=5Y')
  ).json();
  for (const [i, { price }] of prices.slice(1).entries())
    expect(price / (prices[i]?.price ?? price)).toBeGreaterThan(0.5);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 720 } });

  test('a tap pins a card, which fits in the window', async ({ page }) => {
    await open(page);
    for (const name of [/^Earnings/, /2026, \d+:\d+ [AP]M/]) {
      await mark(page, name).tap();
      const box = await lane(page).locator('[data-pinned]').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
    await lane(page).getByRole('button', { name: 'Close the event' }).tap();
    await expect(card(page)).toHaveCount(0);
    await expectAccessible(page);
  });

  test('a tap pins the card of a split', async ({ page }) => {
    await openTicker(page, 'WMT', {});
    await page.goto('ticker/WMT?range=5Y');
    // The markers are loaded after the first input on the page.
    await expect(async () => {
      await page.mouse.wheel(0, 1);
      await expect(lane(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await mark(page, /^Split/).tap();
    await expect(lane(page).locator('[data-pinned]')).toContainText('3 for 1');
  });
});
