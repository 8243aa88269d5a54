import { expectAccessible } from './axe.ts';
import { startServer } from './server.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('settings');

const option = (page: Page, name: string, label: string) =>
  page.getByRole('group', { name }).getByRole('button', { name: label, exact: true });
const preview = (page: Page) => page.getByRole('status', { name: 'Preview' });
const row = (page: Page, name: string) =>
  page.getByRole('heading', { level: 3, name, exact: true }).locator('xpath=..');

testOnSharedPage(
  "numbers and dates have the browser's format unless the user chooses another one",
  async ({ page }) => {
    await expect(preview(page)).toContainText(
      /1,234\.56 · \$98,765\.40 · Nov 20, 2026, [23]:\d\d PM EST · weeks begin on Sunday/,
    );
    await page.getByRole('combobox', { name: 'Region' }).selectOption('de-DE');
    await expect(preview(page)).toContainText(
      /1\.234,56 · \$98\.765,40 · 20 Nov 2026, 1[45]:\d\d .* · weeks begin on Monday/,
    );
    await option(page, 'Clock', '4:05 PM').click();
    await expect(preview(page)).toContainText(/20 Nov 2026, [23]:\d\d pm/);
    await page.getByRole('combobox', { name: 'Week begins on' }).selectOption('saturday');
    await expect(preview(page)).toContainText('weeks begin on Saturday');
    // The price bar changes at once.
    await expect(page.getByRole('complementary', { name: 'Price bar' })).toContainText(/\d\.\d{3},\d\d/);
    await expect(row(page, 'Region')).toContainText('Set in this browser.');
    await row(page, 'Region').getByRole('button', { name: 'Reset Region' }).click();
    await expect(preview(page)).toContainText('1,234.56');
    await expect(row(page, 'Region')).not.toContainText('Chosen');
    // Calendars use the setting too.
    await page.getByRole('link', { name: 'Earnings Calendar' }).first().click();
    await expect(page.getByRole('columnheader').first()).toHaveText('Sa');
  },
);

testOnSharedPage('settings are changed by keyboard, and the focus stays', async ({ page }) => {
  const html = page.locator('html');
  const dark = option(page, 'Color scheme', 'Dark');
  await dark.focus();
  await page.keyboard.press('Enter');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(dark).toBeFocused();
  await page.keyboard.press('Tab');
  const reset = page.getByRole('button', { name: 'Reset Color scheme' });
  await expect(reset).toBeFocused();
  await page.keyboard.press('Space');
  await expect(reset).toBeHidden();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  const region = page.getByRole('combobox', { name: 'Region' });
  await region.focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Region')).toContainText('Set in this browser.');
  await expect(region).toBeFocused();
});

testOnSharedPage('the header, the command palette and the page change the same setting', async ({ page }) => {
  await page.getByRole('button', { name: 'Switch to dark colors' }).click();
  await expect(option(page, 'Color scheme', 'Dark')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox').fill('> light');
  await expect(palette.getByRole('option').first()).toContainText('Light');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(option(page, 'Color scheme', 'Light')).toHaveAttribute('aria-pressed', 'true');
});

testOnSharedPage(
  'the page is accessible in both color schemes, and no text is clipped at any width',
  async ({ page }) => {
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectAccessible(page, 'colors');
    for (const width of [320, 390, 768, 1024, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const clipped = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main h3, main p, main select')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
          .map((each) => each.textContent),
      );
      expect(clipped, `${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test('a setting for all devices applies to another device until that device has its own', async ({
  browser,
}) => {
  const server = await startServer();
  const open = async () => browser.newPage({ baseURL: server.url });
  const page = await open();
  for (const name of ['First', 'Second'])
    await page.request.post('api/watchlists', { data: { name, userId: 1 } });
  await page.goto('settings?for=every');
  const waitForSave = () => page.waitForResponse((response) => response.request().method() === 'PUT');
  const compactSaved = waitForSave();
  await option(page, 'Row height', 'Compact').click();
  expect((await compactSaved).status()).toBe(200);
  await expect(row(page, 'Row height')).toContainText('Set for every browser.');
  const listSaved = waitForSave();
  await page.getByRole('combobox', { name: 'Dashboard list' }).selectOption({ label: 'Second' });
  await listSaved;
  const homeSaved = waitForSave();
  await option(page, 'Home page', 'Dashboard').click();
  await homeSaved;
  const schemeSaved = waitForSave();
  await option(page, 'Color scheme', 'Dark').click();
  await schemeSaved;

  const otherPage = await open();
  await otherPage.goto('settings');
  await expect(option(otherPage, 'Row height', 'Compact')).toHaveAttribute('aria-pressed', 'true');
  await expect(otherPage.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await option(otherPage, 'Row height', 'Dense').click();
  await option(otherPage, 'Color scheme', 'Light').click();
  await expect(row(otherPage, 'Row height')).toContainText('Set in this browser.');
  await expect(option(page, 'Row height', 'Compact')).toHaveAttribute('aria-pressed', 'true');
  await otherPage.goto('');
  await expect(otherPage.getByRole('heading', { name: 'Second' })).toBeVisible();
  await expect(otherPage.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.context().close();
  await otherPage.context().close();
  await server.stop();
});

test('a browser in another language uses its formats for output and input', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: process.env.MARKETDECK_E2E_URL ?? '',
    locale: 'de-DE',
  });
  const page = await context.newPage();
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('main')).toContainText(/\$\d{3},\d\d/);
  await expect(page.getByRole('main')).toContainText(/2[01] Nov 2026/);

  // Input fields use the same number format.
  let request: { value?: number } = {};
  await page.route('**/api/alerts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    request = route.request().postDataJSON();
    await route.fulfill({ status: 409, body: 'Not here.' });
  });
  await page.getByRole('button', { name: 'Set Price Alert' }).click();
  const value = page.getByLabel('Value (US dollars)');
  await expect(value).toHaveValue(/^\d{3},\d\d$/);
  await expect(value).toHaveAttribute('placeholder', '100,00');
  await value.fill('1,250.50');
  await page.getByRole('button', { name: 'Create Alert' }).press('Enter');
  await expect(value).toHaveAccessibleDescription(/a number such as 1250,50 or 1\.250,50/);
  await value.fill('1.250,50');
  await page.getByRole('button', { name: 'Create Alert' }).press('Enter');
  await expect.poll(() => request.value).toBe(1250.5);
  await context.close();
});
