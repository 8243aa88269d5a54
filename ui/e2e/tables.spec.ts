import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'All ETFs' });
const rowHeight = (page: Page) =>
  table(page)
    .locator('tbody tr')
    .nth(3)
    .evaluate((row) => Math.round(row.getBoundingClientRect().height));

test('a table has row heights, a sticky header, selectable columns and a CSV export', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('etfs');
  const rowHeights = page.getByRole('group', { name: 'Row height' });
  await expect(rowHeights.getByRole('button', { name: 'Comfortable' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (const [name, rows] of [
    ['Compact', 36],
    ['Dense', 28],
    ['Comfortable', 52],
    ['Dense', 28],
  ] as const) {
    await rowHeights.getByRole('button', { name }).click();
    await expect.poll(() => rowHeight(page)).toBe(rows);
  }

  await test.step('the table header stays below the page header', async () => {
    await table(page)
      .locator('tbody tr')
      .nth(12)
      .evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const gap = () =>
      page.evaluate(() => {
        const header = document.querySelector('thead th')?.getBoundingClientRect().top ?? 0;
        return header - (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
      });
    await expect.poll(gap).toBeGreaterThanOrEqual(-1);
  });

  await test.step('a column is hidden and shown again by keyboard', async () => {
    const header = table(page).getByRole('columnheader', { name: '7d Change' });
    await page.getByRole('button', { name: /^Columns/ }).press('Enter');
    const checkbox = page
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('checkbox', { name: '7d Change' });
    await checkbox.press('Space');
    await expect(header).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(header).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the table is exported as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download All ETFs as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^all-etfs-\d{4}-\d\d-\d\d\.csv$/);
    const [header, ...rows] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(header).toMatch(/^\uFEFFSymbol,Name/);
    expect(header?.match(/7d Change|7 days/g)).toEqual(['7d Change']);
    expect(rows.length).toBeGreaterThan(20);
  });
});

test('Space opens the quote of a row next to the table, and Escape returns focus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('etfs');
  const links = table(page).locator('tbody a');
  await links.first().focus();
  await page.keyboard.press('Space');
  const sidePanel = page.getByRole('complementary', { name: /^Quote of/ });
  await expect(sidePanel).toContainText('Day’s range');
  await expect(page).toHaveURL(/\/etfs\?sheet=/);
  const firstLabel = await sidePanel.getAttribute('aria-label');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await expect(sidePanel).not.toHaveAttribute('aria-label', firstLabel ?? '');
  await links.nth(1).blur(); // The tooltip of the link is outside of the landmarks, which axe would report.
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
  await expect.poll(overflow, 'the table does not overlap the quote').toBeLessThanOrEqual(0);
  await links.nth(1).focus();
  await page.keyboard.press('Escape');
  await expect(sidePanel).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();
});

test('dense rows in a very wide window show all columns and rows, and a column can be removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.addInitScript(() => localStorage.setItem('marketdeck.density', 'terminal'));
  await page.goto('stock-analysis?tab=sectors');
  const stocks = page.getByRole('table', { name: 'Stocks by sector' });
  const headers = stocks.getByRole('columnheader');
  await expect(headers).toHaveCount(12);
  await expect(page.getByRole('button', { name: /^Show More/ })).toHaveCount(0);
  expect(await stocks.locator('tbody tr').count()).toBeGreaterThan(100);
  await expect(stocks.locator('tbody tr').first().locator('td').last()).toHaveText(/^\d+%$/);
  const columnsButton = page.getByRole('button', { name: /^Columns/ });
  await columnsButton.click();
  await page.getByRole('checkbox', { name: 'All-time high', exact: true }).uncheck();
  await expect(headers).toHaveCount(11);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(headers).toHaveCount(7);
});

test('in a window 768 px wide, the filters are in one row', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('stock-analysis?tab=sectors');
  const chips = page.getByRole('group', { name: 'Sector' });
  await expect(chips.getByRole('button', { name: 'Utilities' })).toBeAttached();
  expect((await chips.boundingBox())?.height).toBeLessThan(50);
});
