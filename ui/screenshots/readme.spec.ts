import { writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { animate } from './animation.ts';
import { createAlerts, createWatchlists } from './sampleUserData.ts';

const FOLDER = '../docs/screenshots';
const DESKTOP = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

/** The screenshots of the README: each page in one color scheme, and three pages on a phone. */
const SCREENSHOTS = [
  { name: 'home-light', path: '', size: DESKTOP, scheme: 'light' },
  { name: 'home-dark', path: '', size: DESKTOP, scheme: 'dark' },
  { name: 'home-phone', path: '', size: PHONE, scheme: 'light' },
  { name: 'ticker-light', path: 'ticker/AAPL', size: DESKTOP, scheme: 'light' },
  { name: 'ticker-dark', path: 'ticker/BTC', size: DESKTOP, scheme: 'dark' },
  { name: 'ticker-phone', path: 'ticker/VYM', size: PHONE, scheme: 'dark' },
  { name: 'watchlist', path: 'watchlist', size: DESKTOP, scheme: 'light' },
  { name: 'watchlist-phone', path: 'watchlist', size: PHONE, scheme: 'light' },
  { name: 'alerts', path: 'premium-alerts', size: DESKTOP, scheme: 'dark' },
  { name: 'stock-analysis', path: 'stock-analysis', size: DESKTOP, scheme: 'dark' },
  { name: 'heatmap', path: 'stock-analysis?tab=sectors&view=heatmap', size: DESKTOP, scheme: 'dark' },
  { name: 'comparison', path: 'stock-analysis?tab=comparison', size: DESKTOP, scheme: 'light' },
  { name: 'crypto-tracker', path: 'crypto-tracker', size: DESKTOP, scheme: 'light' },
  { name: 'etf-screener', path: 'etf-screener', size: DESKTOP, scheme: 'dark' },
  { name: 'earnings-calendar', path: 'earnings-calendar', size: DESKTOP, scheme: 'light' },
  { name: 'ico-calendar', path: 'ico-calendar', size: DESKTOP, scheme: 'dark' },
  { name: 'commodities', path: 'commodities', size: DESKTOP, scheme: 'light' },
  { name: 'news', path: 'news', size: DESKTOP, scheme: 'dark' },
  { name: 'etfs', path: 'etfs', size: DESKTOP, scheme: 'light' },
  { name: 'crypto', path: 'crypto', size: DESKTOP, scheme: 'dark' },
  { name: 'icos', path: 'icos', size: DESKTOP, scheme: 'light' },
  { name: 'sitemap', path: 'sitemap', size: DESKTOP, scheme: 'dark' },
  { name: 'privacy-policy', path: 'privacy-policy', size: DESKTOP, scheme: 'light' },
  { name: 'terms-of-use', path: 'terms-of-use', size: DESKTOP, scheme: 'dark' },
] as const;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await createWatchlists(request);
  await createAlerts(request);
  await request.dispose();
});

for (const { name, path, size, scheme } of SCREENSHOTS) {
  test(name, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(path);
    await waitUntilLoaded(page);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  });
}

/** Records seven seconds of live prices as an animation. */
test('live', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  await page.goto('crypto');
  await waitUntilLoaded(page);
  await writeFile(`${FOLDER}/live.webp`, await animate(page, { frames: 14, intervalMs: 500, width: 1000 }));
});

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  // Waits for code that is loaded on demand, and for the data that it requests.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
