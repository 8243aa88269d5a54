import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const slider = (page: Page) => chart(page).getByRole('slider', { name: 'Price chart crosshair' });
const leaveButton = (page: Page) => chart(page).getByRole('button', { name: 'Leave full screen' });

/** Returns true if the chart panel fills the window without overflowing. */
const fillsWindow = (page: Page) =>
  chart(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const isWhole = left === 0 && top === 0 && width === innerWidth && height === innerHeight;
    return isWhole && element.scrollWidth <= element.clientWidth;
  });

test('F or a button opens full screen; C, I and L press their buttons there, and Esc leaves it', async ({
  page,
}) => {
  await openTicker(page, 'AAPL', {});
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  const pane = chart(page).locator('[data-pane="price"]');
  const initialHeight = (await pane.boundingBox())?.height ?? 0;
  await slider(page).focus();
  await page.keyboard.press('f');
  await expect(leaveButton(page)).toBeVisible();
  await expect(chart(page)).toContainText('Apple Inc.');
  await expect.poll(() => fillsWindow(page)).toBe(true);
  expect((await pane.boundingBox())?.height).toBeGreaterThan(initialHeight);
  // Elements behind the full-screen chart are inert.
  await expect(page.locator('[inert]').first()).toBeAttached();
  await expect(slider(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('c');
  await expect(chart(page).getByRole('textbox', { name: 'Add a ticker' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chart(page).getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('i');
  await expect(chart(page).getByRole('switch')).toHaveCount(7);
  await page.keyboard.press('Escape');
  await expect(chart(page).getByRole('switch')).toHaveCount(0);
  await page.keyboard.press('l');
  await expect(chart(page).getByRole('button', { name: 'Log scale' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(leaveButton(page)).toHaveCount(0);
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect.poll(async () => (await pane.boundingBox())?.height).toBe(initialHeight);

  await chart(page).getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => fillsWindow(page)).toBe(true);
  await leaveButton(page).click();
  await expect(chart(page).getByRole('button', { name: 'Full screen' })).toBeFocused();
});

test.describe('on a phone without a full-screen API', () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 640 } });

  test('the chart fills the window', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined });
    });
    await openTicker(page, 'AAPL', {});
    await chart(page).getByRole('button', { name: 'Full screen' }).tap();
    await expect.poll(() => fillsWindow(page)).toBe(true);
    await leaveButton(page).tap();
    await expect.poll(() => fillsWindow(page)).toBe(false);
  });
});

/** Exports the chart and returns the downloaded file. */
async function exportChart(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await chart(page).getByRole('button', { name: 'Export the chart' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: format }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('the chart is exported as CSV (with comparisons) and as PNG', async ({ page }) => {
  await openTicker(page, 'AAPL', {});
  await chart(page).getByRole('button', { name: '3M', exact: true }).click();
  await expect(chart(page)).toContainText('past three months');
  const figures = await exportChart(page, 'Figures (CSV)');
  expect(figures.name).toBe('aapl-3m-2026-11-20.csv');
  // Excel recognizes UTF-8 by the byte order mark.
  expect([...figures.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = figures.bytes.subarray(3).toString().trim().split('\r\n');
  expect(lines[0]).toBe('Date,Open,High,Low,Close,Volume');
  expect(lines.at(-1)).toMatch(/^2026-11-20(,[\d.]+){5}$/);
  expect(lines.length).toBeGreaterThan(60);
  await expect(chart(page).getByRole('button', { name: 'Export the chart' })).toBeFocused();

  const canvas = await chart(page).locator('canvas').boundingBox();
  const picture = await exportChart(page, 'Picture (PNG)');
  expect(picture.name).toBe('aapl-3m-2026-11-20.png');
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  // The picture is larger than the canvas, because it has a header and a footer.
  // It has twice the resolution of this screen.
  expect(picture.bytes.readUInt32BE(16)).toBeGreaterThan(2 * (canvas?.width ?? 0));
  expect(picture.bytes.readUInt32BE(20)).toBeGreaterThan(2 * ((canvas?.height ?? 0) + 60));

  await page.goto('ticker/AAPL?range=3M&vs=MSFT');
  await expect(chart(page).getByRole('list', { name: 'Compared tickers' })).toContainText(/MSFT[+−]\d/);
  const compared = (await exportChart(page, 'Figures (CSV)')).bytes.toString().split('\r\n');
  expect(compared[0]).toBe('\uFEFFDate,Open,High,Low,Close,Volume,AAPL change in %,MSFT change in %');
  // Changes count from the close before the range, so the first day has a change.
  expect(compared[1]).toMatch(/(,-?\d+(\.\d+)?){7}$/);
  expect(compared[1]).not.toMatch(/,0,0$/);
});
