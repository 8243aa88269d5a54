import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel, wakeChart } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const canvas = (page: Page) => chart(page).locator('canvas');
const pre = (page: Page) => chart(page).getByRole('slider', { name: 'Prices of pre-market' });
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

/** Number of non-background pixels in a column of the canvas, at a share of the plot's width. */
const colored = (page: Page, share: number): Promise<number> =>
  canvas(page).evaluate((element, at) => {
    const canvas = element as HTMLCanvasElement;
    const pane = document.querySelector<HTMLElement>('[data-pane="price"]');
    const ratio = canvas.width / canvas.clientWidth;
    const [x, height] = [(pane?.offsetWidth ?? 0) * at * ratio, (pane?.offsetHeight ?? 0) * ratio];
    const { data } = canvas.getContext('2d')?.getImageData(x, 0, 1, height) ?? { data: [] };
    let found = 0;
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 0) found++;
    return found;
  }, share);

test("a stock's day includes shaded extended hours; a coin has none", async ({ page }) => {
  await openDay(page);
  await expect(pre(page)).toBeVisible();
  await expect(chart(page).getByText('After hours')).toBeVisible();
  // The shading covers the full height of the pane, and only outside the session.
  const height = await colored(page, 0.05);
  expect(height).toBeGreaterThan(250);
  expect(await colored(page, 0.95)).toBeGreaterThan(250);
  expect(await colored(page, 0.78)).toBeLessThan(60);
  const response = await (await page.request.get('api/tickers/AAPL/session-line?extended=true')).json();
  expect(response.extended.points).toHaveLength(75);
  await expectAccessible(page);
  await openDay(page, 'BTC');
  await expect(chart(page)).toContainText('today');
  await expect(pre(page)).toHaveCount(0);
});

test('pointer and arrow keys read pre-market prices, and Escape leaves them', async ({ page }) => {
  await openDay(page);
  await pre(page).hover({ position: { x: 60, y: 100 } });
  await expect(tooltip(page)).toContainText(
    /^Pre-market, Fri, Nov 20, 7:\d\d AM\$3\d\d\.\d\d {2}[+−]\d\.\d\d%$/,
  );
  await page.mouse.move(5, 5);
  await expect(tooltip(page)).toHaveCount(0);

  await pre(page).focus();
  await expect(pre(page)).toHaveAttribute(
    'aria-valuetext',
    /^Fri, Nov 20, 9:29 AM, \$3[\d.]+, [+−][\d.]+% against the close$/,
  );
  await page.keyboard.press('ArrowLeft');
  await expect(pre(page)).toHaveAttribute('aria-valuetext', /9:27 AM/);
  await page.keyboard.press('Home');
  await expect(pre(page)).toHaveAttribute('aria-valuetext', /7:01 AM/);
  await expect(tooltip(page)).toContainText('7:01 AM');
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
});

test('indicators and the line begin at the open, without pre-market prices', async ({ page }) => {
  await openDay(page);
  const line = await (await page.request.get('api/tickers/AAPL/price-history?timeframe=1D')).json();
  const crosshair = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
  await expect(crosshair).toHaveAttribute('aria-valuemax', String(line.length - 1));
  await crosshair.focus();
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveAttribute('aria-valuetext', /^Fri, Nov 20, 9:30 AM, /);
});

test('the brush of a day moves over its week, and that of a week over its quarter', async ({ page }) => {
  await openDay(page);
  // The week is loaded once the window no longer covers the whole strip.
  const window = chart(page).locator('[data-window]');
  await expect(window).not.toHaveAttribute('style', /left: 0%/);
  await edge(page, 'Start').focus();
  // Ten overview bars to the left: into the previous day.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(reset(page)).toBeVisible();
  await expect(page).toHaveURL(/from=2026-11-19T/);
  await expect(chart(page).locator('[data-change]')).toContainText('Nov 19');
  // Extended hours are shown for one session only, not for several.
  await expect(pre(page)).toHaveCount(0);
  await reset(page).click();
  await expect(pre(page)).toBeVisible();

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

test.describe('a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('reads a pre-market price', async ({ page }) => {
    await openTicker(page, 'AAPL', {});
    await page.goto('ticker/AAPL?range=1D');
    await expect(canvas(page)).toHaveCount(1);
    const box = await pre(page).boundingBox();
    if (!box) throw new Error('no pre-market');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 100);
    await expect(tooltip(page)).toContainText(/^Pre-market, Fri, Nov 20, 8:\d\d AM/);
    const tooltipBox = await tooltip(page).boundingBox();
    expect(tooltipBox?.x).toBeGreaterThanOrEqual(0);
    expect((tooltipBox?.x ?? 0) + (tooltipBox?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});
