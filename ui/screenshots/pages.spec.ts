import { expect, test } from '@playwright/test';

const FOLDER = '../docs/screenshots';
const PICTURES = [
  { name: 'home-light', path: '', width: 1440, height: 1000, scheme: 'light' },
  { name: 'home-dark', path: '', width: 1440, height: 1000, scheme: 'dark' },
  { name: 'home-phone', path: '', width: 390, height: 844, scheme: 'light' },
  { name: 'ticker-light', path: 'ticker/AAPL', width: 1440, height: 1000, scheme: 'light' },
  { name: 'ticker-dark', path: 'ticker/BTC', width: 1440, height: 1000, scheme: 'dark' },
] as const;

for (const { name, path, width, height, scheme } of PICTURES) {
  test(name, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByTitle('Live data connected').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  });
}
