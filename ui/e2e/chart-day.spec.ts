import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel, wakeChart } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const canvas = (page: Page) => chart(page).locator('canvas');
const preMarket = (page: Page) => chart(page).getByRole('slider', { name: 'Prices of pre-market' });
const tooltip = (page: Page) => chart(page).locator('[data-side="left"], [data-side="right"]');
const edge = (page: Page, name: 'Start' | 'End') =>
  chart(page).getByRole('slider', { name: `${name} of the part in view` });
const reset = (page: Page) => chart(page).getByRole('button', { name: 'Reset zoom' });

async function openDay(page: Page, symbol = 'AAPL'): Promise<void> {
  await openTicker(page, symbol, {});
  await page.goto(`ticker/${symbol}?range=1D`);
  await expect(canvas(page)).toHaveCount(1);
  await wakeChart(page);
}

/** Counts the painted pixels in a column of the canvas, at a fraction of the plot's width. */
const countPaintedPixels = (page: Page, fraction: number): Promise<number> =>
  canvas(page).evaluate((element, fraction) => {
    const canvas = element as HTMLCanvasElement;
    const pane = document.querySelector<HTMLElement>('[data-pane="price"]');
    const ratio = canvas.width / canvas.clientWidth;
    const [x, height] = [(pane?.offsetWidth ?? 0) * fraction * ratio, (pane?.offsetHeight ?? 0) * ratio];
    const { data } = canvas.getContext('2d')?.getImageData(x, 0, 1, height) ?? { data: [] };
    let found = 0;
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 0) found++;
    return found;
  }, fraction);

test('the day chart of a stock shades extended hours, and the day chart of a coin has no shading', async ({
  page,
}) => {
  await openDay(page);
  await expect(preMarket(page)).toBeVisible();
  await expect(chart(page).getByText('After hours')).toBeVisible();
  // The shading covers the full height of the pane outside the session, and nothing inside it.
  const height = await countPaintedPixels(page, 0.05);
  expect(height).toBeGreaterThan(250);
  expect(await countPaintedPixels(page, 0.95)).toBeGreaterThan(250);
  expect(await countPaintedPixels(page, 0.78)).toBeLessThan(60);
  const response = await (await page.request.get('api/tickers/AAPL/session-line?extended=true')).json();
  expect(response.extended.points).toHaveLength(75);
  await expectAccessible(page);
  await openDay(page, 'BTC');
  await expect(chart(page)).toContainText('today');
  await expect(preMarket(page)).toHaveCount(0);
});

test('pointer and arrow keys show pre-market prices, and Escape hides them', async ({ page }) => {
  await openDay(page);
  await preMarket(page).hover({ position: { x: 60, y: 100 } });
  await expect(tooltip(page)).toContainText(
    /^Pre-market, Fri, Nov 20, 7:\d\d AM\$3\d\d\.\d\d {2}[+−]\d\.\d\d%$/,
  );
  await page.mouse.move(5, 5);
  await expect(tooltip(page)).toHaveCount(0);

  await preMarket(page).focus();
  await expect(preMarket(page)).toHaveAttribute(
    'aria-valuetext',
    /^Fri, Nov 20, 9:29 AM, \$3[\d.]+, [+−][\d.]+% vs\. close$/,
  );
  await page.keyboard.press('ArrowLeft');
  await expect(preMarket(page)).toHaveAttribute('aria-valuetext', /9:27 AM/);
  await page.keyboard.press('Home');
  await expect(preMarket(page)).toHaveAttribute('aria-valuetext', /7:01 AM/);
  await expect(tooltip(page)).toContainText('7:01 AM');
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
});

test('the line and the crosshair begin at the open, without pre-market prices', async ({ page }) => {
  await openDay(page);
  const line = await (await page.request.get('api/tickers/AAPL/price-history?timeframe=1D')).json();
  const crosshair = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
  await expect(crosshair).toHaveAttribute('aria-valuemax', String(line.length - 1));
  await crosshair.focus();
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveAttribute('aria-valuetext', /^Fri, Nov 20, 9:30 AM, /);
});

test('the brush below the chart covers a week for 1D and a quarter for 1W', async ({ page }) => {
  await openDay(page);
  // When the brush no longer covers the whole strip, the week is loaded.
  const window = chart(page).locator('[data-window]');
  await expect(window).not.toHaveAttribute('style', /left: 0%/);
  await edge(page, 'Start').focus();
  // Moves ten bars to the left, into the previous day.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(reset(page)).toBeVisible();
  await expect(page).toHaveURL(/from=2026-11-19T/);
  await expect(chart(page).locator('[data-change]')).toContainText('Nov 19');
  // Extended hours are shown only if the view is within one session.
  await expect(preMarket(page)).toHaveCount(0);
  await reset(page).click();
  await expect(preMarket(page)).toBeVisible();

  await chart(page).getByRole('button', { name: '1W', exact: true }).click();
  await expect(chart(page)).toContainText('past week');
  await expect(window).toHaveAttribute('style', /left: [89]\d/);
  await edge(page, 'Start').scrollIntoViewIfNeeded();
  const box = await edge(page, 'Start').boundingBox();
  if (!box) throw new Error('no brush');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2026-1[01]-/);
  await expect(chart(page).locator('[data-change]')).toContainText(/Oct \d+/);
  await expectAccessible(page);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap shows a pre-market price', async ({ page }) => {
    await openTicker(page, 'AAPL', {});
    await page.goto('ticker/AAPL?range=1D');
    await expect(canvas(page)).toHaveCount(1);
    const box = await preMarket(page).boundingBox();
    if (!box) throw new Error('no pre-market');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 100);
    await expect(tooltip(page)).toContainText(/^Pre-market, Fri, Nov 20, 8:\d\d AM/);
    const tooltipBox = await tooltip(page).boundingBox();
    expect(tooltipBox?.x).toBeGreaterThanOrEqual(0);
    expect((tooltipBox?.x ?? 0) + (tooltipBox?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});
