import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, startServer } from './server.ts';
import { expect, test } from './test.ts';

const INSTALL_URL = 'https://deck.example.net/install';

let server: Server;

test.beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'marketdeck-e2e-'));
  server = await startServer('127.0.0.1:0', data, ['--demo'], { MARKETDECK_INSTALL_URL: INSTALL_URL });
});

test.afterAll(() => server.stop());

test('every page has a banner that links to the installation', async ({ page }) => {
  for (const path of ['', 'ticker/AAPL', 'holdings', 'premium-alerts']) {
    await page.goto(`${server.url}${path}`);
    const banner = page.getByRole('complementary', { name: 'Demo' });
    await expect(banner).toBeInViewport();
    const link = banner.getByRole('link', { name: 'Install Marketdeck' });
    await expect(link).toHaveAttribute('href', INSTALL_URL);
  }
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 800, height: 480 },
]) {
  test(`a kiosk of ${width} by ${height} shows the banner and the whole board without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${server.url}board/portfolio?kiosk`);
    const board = page.getByRole('main');
    await expect(board.getByRole('link', { name: 'AAPL' }).first()).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Demo' })).toBeInViewport({ ratio: 1 });
    await expect(board).toBeInViewport({ ratio: 1 });
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
    expect(scrolls).toBe(false);
  });
}

test('holdings, notes and a board are prepared, and nothing can be changed', async ({ page }) => {
  await page.goto(`${server.url}holdings`);
  await expect(page.getByRole('link', { name: 'VTI' }).first()).toBeVisible();
  await page.goto(`${server.url}board/portfolio`);
  await expect(page.getByText('Long-term').first()).toBeVisible();
  await page.goto(`${server.url}ticker/AAPL`);
  await expect(page.getByText('guidance unchanged')).toBeVisible();
  const refused = await page.request.post(`${server.url}api/watchlists`, { data: { name: 'Mine' } });
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain(INSTALL_URL);
});

test('the theme can be changed and is kept by the browser', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Switch to dark colors' }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
