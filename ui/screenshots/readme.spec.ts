import { writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { animate } from './animation.ts';
import { makeAlerts, makeWatchlists } from './someonesData.ts';

const FOLDER = '../docs/screenshots';
const DESK = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

/** The README's gallery: every page once, in either scheme, and three as they are held in a hand. */
const PICTURES = [
  { name: 'home-light', path: '', size: DESK, scheme: 'light' },
  { name: 'home-dark', path: '', size: DESK, scheme: 'dark' },
  { name: 'home-phone', path: '', size: PHONE, scheme: 'light' },
  { name: 'ticker-light', path: 'ticker/AAPL', size: DESK, scheme: 'light' },
  { name: 'ticker-dark', path: 'ticker/BTC', size: DESK, scheme: 'dark' },
  { name: 'ticker-phone', path: 'ticker/VYM', size: PHONE, scheme: 'dark' },
  { name: 'watchlist', path: 'watchlist', size: DESK, scheme: 'light' },
  { name: 'watchlist-phone', path: 'watchlist', size: PHONE, scheme: 'light' },
  { name: 'alerts', path: 'premium-alerts', size: DESK, scheme: 'dark' },
  { name: 'stock-analysis', path: 'stock-analysis', size: DESK, scheme: 'dark' },
  { name: 'heatmap', path: 'stock-analysis?tab=sectors&view=heatmap', size: DESK, scheme: 'dark' },
  { name: 'comparison', path: 'stock-analysis?tab=comparison', size: DESK, scheme: 'light' },
  { name: 'crypto-tracker', path: 'crypto-tracker', size: DESK, scheme: 'light' },
  { name: 'etf-screener', path: 'etf-screener', size: DESK, scheme: 'dark' },
  { name: 'earnings-calendar', path: 'earnings-calendar', size: DESK, scheme: 'light' },
  { name: 'ico-calendar', path: 'ico-calendar', size: DESK, scheme: 'dark' },
  { name: 'commodities', path: 'commodities', size: DESK, scheme: 'light' },
  { name: 'news', path: 'news', size: DESK, scheme: 'dark' },
  { name: 'etfs', path: 'etfs', size: DESK, scheme: 'light' },
  { name: 'crypto', path: 'crypto', size: DESK, scheme: 'dark' },
  { name: 'icos', path: 'icos', size: DESK, scheme: 'light' },
  { name: 'sitemap', path: 'sitemap', size: DESK, scheme: 'dark' },
  { name: 'privacy-policy', path: 'privacy-policy', size: DESK, scheme: 'light' },
  { name: 'terms-of-use', path: 'terms-of-use', size: DESK, scheme: 'dark' },
] as const;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await makeWatchlists(request);
  await makeAlerts(request);
  await request.dispose();
});

for (const { name, path, size, scheme } of PICTURES) {
  test(name, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(path);
    await loaded(page);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  });
}

/** Seven seconds of prices that come, and once more from the start. */
test('live', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  await page.goto('crypto');
  await loaded(page);
  await writeFile(`${FOLDER}/live.webp`, await animate(page, { frames: 14, everyMs: 500, width: 1000 }));
});

async function loaded(page: Page): Promise<void> {
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  // Code that comes when it is wanted, and then what it asks for.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
