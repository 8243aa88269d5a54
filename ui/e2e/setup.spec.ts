import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { type Server, startNewServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { type FakeYahoo, startYahoo } from './yahoo.ts';

let yahoo: FakeYahoo;
let server: Server;

test.beforeEach(async () => {
  yahoo = await startYahoo({
    AAPL: { price: 231.5, previousClose: 230, name: 'Apple Inc.' },
    'SAP.DE': { price: 231.45, previousClose: 229, name: 'SAP SE', currency: 'EUR', exchange: 'XETRA' },
    'VOD.L': { price: 87.5, previousClose: 86, name: 'Vodafone', currency: 'GBp', exchange: 'LSE' },
  });
});

test.afterEach(async () => {
  await server?.stop();
  yahoo?.stop();
});

/** Checks accessibility, clipped texts and horizontal scrolling on a phone and on a desktop. */
async function expectGood(page: Page): Promise<void> {
  for (const [width, scheme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('a new server gets live prices and own symbols in three steps', async ({ page }) => {
  server = await startNewServer(yahoo.url);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Use live prices and your own symbols' }).click();
  await expect(page).toHaveURL(`${server.url}setup`);

  await expect(page.getByRole('radio', { name: 'Live prices' })).toBeChecked();
  await page.getByLabel('Currency for sums').selectOption('EUR');
  await expectGood(page);
  await page.getByRole('button', { name: 'Continue' }).click();

  const symbols = page.getByRole('list', { name: 'Your symbols' }).getByRole('listitem');
  await page.getByLabel('Symbols, names or ISINs').fill('AAPL VOD.L\nbusiness software\nSAP.DEX');
  await page.getByRole('button', { name: 'Check and add' }).click();
  await expect(symbols.nth(0)).toContainText('Apple');
  await expect(symbols.nth(1)).toContainText('Vodafone, LSE');
  await page.getByLabel('business software', { exact: true }).selectOption('SAP.DE');
  await page.getByRole('button', { name: 'Remove SAP.DEX' }).click();
  await expect(page.getByText('3 of 3 found.')).toBeVisible();
  await expectGood(page);
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByLabel('Your email address').fill('me@example.com');
  await page.getByText('API keys (optional)').click();
  await expectGood(page);
  await page.getByRole('button', { name: 'Save and start' }).click();

  await expect(page).toHaveURL(`${server.url}watchlist`, { timeout: 60_000 });
  const table = page.getByRole('main').getByRole('table').first();
  for (const symbol of ['AAPL', 'VOD.L', 'SAP.DE']) await expect(table).toContainText(symbol);
  await expect(table).toContainText('231.45');
  await page.goto(server.url);
  await expect(page.getByText('These prices are simulated')).toHaveCount(0);
});

test('the password of the setup is asked for afterwards, and the settings show no secret', async ({
  page,
}) => {
  server = await startNewServer(yahoo.url);
  await page.goto(`${server.url}setup`);
  await page.getByRole('radio', { name: 'Sample prices' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password (optional)').fill('marlin and tuna');
  const start = page.getByRole('button', { name: 'Save and start' });
  await start.click();
  await expect(page.getByText("The passwords don't match.")).toBeVisible();
  await page.getByLabel('Repeat the password').fill('marlin and tuna');
  await page.getByText('API keys (optional)').click();
  await page.getByLabel('US Bureau of Labor Statistics key').fill('swordfish');
  await start.click();
  await expect(page).toHaveTitle('Sign in · Marketdeck', { timeout: 60_000 });
  await page.getByLabel('Password').fill('marlin and tuna');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toBeVisible();

  await page.goto(`${server.url}settings?section=server`);
  await expect(page.getByLabel('New password')).toHaveValue('');
  const key = page.getByLabel('US Bureau of Labor Statistics key');
  await expect(key).toHaveValue('');
  await expect(key).toHaveAttribute('placeholder', 'A key is set');
  expect(await page.content()).not.toContain('swordfish');
  await expectGood(page);
  const save = page.getByRole('button', { name: 'Save and restart' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Currency for sums').selectOption('CHF');
  await save.click();
  await expect(page.getByLabel('Currency for sums')).toHaveValue('CHF', { timeout: 60_000 });
  await expect(save).toBeDisabled();
});

test('values that the configuration sets are read-only and name their place', async ({ page }) => {
  server = await startNewServer(yahoo.url, ['--market', 'sample']);
  await page.goto(server.url);
  await page.goto(`${server.url}setup`);
  await expect(page.getByRole('radio', { name: 'Live prices' })).toBeDisabled();
  await expect(page.getByText('Set by --market. Change it there.')).toBeVisible();
  await expectGood(page);
});

test('a read-only server shows the lines for its configuration file', async ({ page }) => {
  server = await startNewServer(yahoo.url, ['--read-only']);
  await page.goto(`${server.url}setup`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('market = "live"')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Currency for sums').selectOption('EUR');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('display_currency = "EUR"')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save and start' })).toHaveCount(0);
});

test('the invitation can be dismissed', async ({ page }) => {
  server = await startNewServer(yahoo.url);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('These prices are simulated')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.getByText('These prices are simulated')).toHaveCount(0);
});
