import { expect, type Page, test } from './test.ts';

const controls = (page: Page) =>
  page
    .getByRole('main')
    .locator(':is(button, input, select, [role=tablist]):not(table *)')
    .filter({ visible: true });

test('a ticker and a table are printed without controls and background, with their source', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [path, title, heading] of [
    ['ticker/AAPL', 'Apple Inc. AAPL', 'Price Chart'],
    ['etfs', 'ETF Overview', 'All ETFs'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(controls(page)).not.toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(controls(page)).toHaveCount(0);
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(page.locator('main :is(canvas, table)').first()).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(page.getByText(/^Sample data from Marketdeck at/)).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await expect(controls(page)).not.toHaveCount(0);
  }
});
