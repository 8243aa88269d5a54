import { expectAccessible } from './axe.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const opener = (page: Page, name: RegExp) => chart(page).getByRole('button', { name });
const indicators = (page: Page) => page.getByRole('dialog', { name: 'Technical indicators' });
const compare = (page: Page) => page.getByRole('dialog', { name: 'Compare with other tickers' });

/** Returns the left edge, right edge and width of an element, in pixels. */
async function edges(element: Locator) {
  const box = await element.boundingBox();
  return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0), width: box?.width ?? 0 };
}

test('on a desktop the indicator panel docks next to the plot, which shrinks and grows back', async ({
  page,
}) => {
  await openTicker(page, 'AAPL', {});
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  const plot = chart(page).locator('canvas');
  const { width } = await edges(plot);
  await opener(page, /^Indicators/).click();
  await expect(indicators(page).getByRole('switch').first()).toBeFocused();
  await expect.poll(async () => (await edges(plot)).width).toBeLessThan(width - 300);
  expect((await edges(indicators(page))).left).toBeGreaterThanOrEqual((await edges(plot)).right);

  // Each indicator shows its value, even when it is off.
  const rows = indicators(page).getByRole('listitem');
  await expect(rows).toHaveCount(7);
  await expect(rows.filter({ hasText: 'Simple moving average' })).toContainText(/\d\d\d\.\d\d/);
  await expect(rows.filter({ hasText: 'Relative strength index' })).toContainText(/\d\d\.\d\d/);
  await page.keyboard.press('Space');
  await expect(indicators(page).getByRole('switch', { name: 'Simple moving average' })).toBeChecked();
  await expect(opener(page, /^Indicators/)).toContainText('1');
  await expect(chart(page)).toContainText('SMA 20');
  await expectAccessible(page);

  // The panel stays open when the range changes.
  await opener(page, /^1M$/).click();
  await expect(chart(page)).toContainText('past month');
  await expect(indicators(page)).toBeVisible();
  await indicators(page).getByRole('button', { name: 'Reset indicators' }).click();
  await expect(indicators(page).getByRole('switch', { checked: true })).toHaveCount(0);

  // Opening the list of compared tickers closes the indicator panel, and leaves the plot its width.
  await opener(page, /^Compare/).click();
  await expect.poll(async () => (await edges(plot)).width).toBe(width);
  await expect(compare(page).getByRole('textbox')).toBeFocused();
  await expect(indicators(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(compare(page)).toHaveCount(0);
  await expect(opener(page, /^Compare/)).toBeFocused();
  await expect.poll(async () => (await edges(plot)).width).toBe(width);

  await opener(page, /^Indicators/).click();
  await indicators(page).getByRole('button', { name: 'Close technical indicators' }).click();
  await expect(opener(page, /^Indicators/)).toBeFocused();
  await opener(page, /^Indicators/).click();
  await opener(page, /^Indicators/).click();
  await expect(indicators(page)).toHaveCount(0);

  // In a narrower window, the panel does not fit next to the plot and is not docked.
  await page.setViewportSize({ width: 1100, height: 900 });
  await opener(page, /^Indicators/).click();
  await expect(indicators(page).getByRole('switch').first()).toBeVisible();
  await expect(page.locator('[data-docked]')).toHaveCount(0);
});
