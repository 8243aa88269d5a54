import { expectAccessible } from './axe.ts';
import { recordShifts } from './layoutShifts.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const chart = (page: Page) => panel(page, 'Price Chart');
const widthOf = async (page: Page) => (await chart(page).boundingBox())?.width ?? 0;
const hide = (page: Page) => page.getByRole('button', { name: 'Hide the side panels' });
const show = (page: Page) => page.getByRole('button', { name: 'Show the side panels' });
const summary = (page: Page) => panel(page, 'Investment Summary');

test('the column next to the chart can be hidden; the chart takes its width, also after a reload', async ({
  page,
}) => {
  const getShifts = await recordShifts(page);
  await openTicker(page, 'AAPL');
  await expect(summary(page)).toBeVisible();
  const narrow = await widthOf(page);
  // The button is in the header of the chart.
  const [button, title] = [hide(page), chart(page).getByRole('heading', { name: 'Price Chart' })];
  const middleOf = async (part: typeof button) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middleOf(button)) - (await middleOf(title)))).toBeLessThan(4);
  await hide(page).click();
  await expect(summary(page)).toBeHidden();
  await expect.poll(() => widthOf(page)).toBeGreaterThan(narrow + 400);
  await expectAccessible(page);

  await page.reload();
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await expect(summary(page)).toBeHidden();
  await expect(panel(page, 'Key Statistics')).toBeVisible();
  expect(await widthOf(page)).toBeGreaterThan(narrow + 400);
  await page.waitForLoadState('networkidle');
  const shifts = (await getShifts()).filter(({ isExcused }) => !isExcused);
  const movements = shifts.map(({ value, movements }) => `${value.toFixed(3)} ${movements}`).join('\n');
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    movements,
  ).toBeLessThan(0.02);

  // The column also stays hidden on the next ticker page, and is shown again by keyboard.
  await openTicker(page, 'MSFT');
  await show(page).focus();
  await page.keyboard.press('Enter');
  await expect(hide(page)).toBeFocused();
  await expect(summary(page)).toBeVisible();
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(narrow + 1);
});

test('a narrower window shows the column, below the chart or next to it', async ({ page }) => {
  await openTicker(page, 'AAPL');
  await hide(page).click();
  await expect(summary(page)).toBeHidden();
  for (const width of [1200, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(show(page)).toBeHidden();
    await summary(page).scrollIntoViewIfNeeded();
    await expect(summary(page)).toBeVisible();
  }
});
