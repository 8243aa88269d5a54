import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'All ETFs' });
const height = (page: Page) =>
  table(page)
    .locator('tbody tr')
    .nth(3)
    .evaluate((row) => Math.round(row.getBoundingClientRect().height));

test('a table changes its row height, keeps its head visible, hides a column and exports a file', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('etfs');
  const heights = page.getByRole('group', { name: 'Row height' });
  await expect(heights.getByRole('button', { name: 'Comfortable' })).toHaveAttribute('aria-pressed', 'true');
  for (const [name, rows] of [
    ['Compact', 36],
    ['Dense', 28],
    ['Comfortable', 52],
    ['Dense', 28],
  ] as const) {
    await heights.getByRole('button', { name }).click();
    await expect.poll(() => height(page)).toBe(rows);
  }

  await test.step('the head stays below the header of the page', async () => {
    await table(page)
      .locator('tbody tr')
      .nth(12)
      .evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const gap = () =>
      page.evaluate(() => {
        const head = document.querySelector('thead th')?.getBoundingClientRect().top ?? 0;
        return head - (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
      });
    await expect.poll(gap).toBeGreaterThanOrEqual(-1);
  });

  await test.step('a column leaves and comes back, by keyboard', async () => {
    const heading = table(page).getByRole('columnheader', { name: '7d Change' });
    await page.getByRole('button', { name: /^Columns/ }).press('Enter');
    const box = page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: '7d Change' });
    await box.press('Space');
    await expect(heading).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(heading).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('its figures are saved as they are', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download All ETFs as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^all-etfs-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...rows] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toMatch(/^\uFEFFSymbol,Name/);
    expect(head?.match(/7d Change|7 days/g)).toEqual(['7d Change']);
    expect(rows.length).toBeGreaterThan(20);
  });
});

test('the quote of a row docks next to the table by keyboard, is accessible, and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('etfs');
  const links = table(page).locator('tbody a');
  await links.first().focus();
  await page.keyboard.press('Space');
  const sheet = page.getByRole('complementary', { name: /^Quote of/ });
  await expect(sheet).toContainText('Day’s range');
  await expect(page).toHaveURL(/\/etfs$/);
  const first = await sheet.getAttribute('aria-label');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await expect(sheet).not.toHaveAttribute('aria-label', first ?? '');
  await links.nth(1).blur(); // its tooltip is outside the page's regions
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page);
  }
  const overflow = () =>
    page.evaluate(
      () =>
        (document.querySelector('main table')?.getBoundingClientRect().right ?? 0) -
        (document.querySelector('aside[aria-label^=Quote]')?.getBoundingClientRect().left ?? 0),
    );
  await expect.poll(overflow, 'the table makes room').toBeLessThanOrEqual(0);
  await links.nth(1).focus();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();
});
