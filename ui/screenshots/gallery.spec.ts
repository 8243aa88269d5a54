import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { cutTexts } from '../e2e/cutTexts.ts';
import { shown, VIEWS } from '../e2e/views.ts';
import { makeAlerts, makeWatchlists } from './someonesData.ts';

/** Where the pictures go; git does not keep them. */
const FOLDER = 'test-results/gallery';
/** From a small phone to a wall, in CSS pixels, each with the height of such a screen. */
const SIZES = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;
const SCHEMES = ['light', 'dark'] as const;
const { GALLERY = '' } = process.env;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await makeWatchlists(request);
  await makeAlerts(request);
  await request.dispose();
  mkdirSync(FOLDER, { recursive: true });
});

// `GALLERY=ticker make screenshots` takes those whose name begins so.
for (const { name, path, open, screenOnly = false } of VIEWS.filter((view) =>
  view.name.startsWith(GALLERY),
)) {
  test(`${name} at every width, light and dark`, async ({ page }) => {
    test.setTimeout(300_000);
    const cut: string[] = [];
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [width, height] of SIZES) {
      // A layer is laid out where it opens.
      if (open || width === SIZES[0][0]) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await shown(page);
        await open?.(page);
      }
      for (const scheme of SCHEMES) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        await shown(page);
        await page.screenshot({ path: `${FOLDER}/${name}-${width}-${scheme}.png`, fullPage: !screenOnly });
      }
      cut.push(...(await cutTexts(page)).map((text) => `${width} px: ${text}`));
    }
    writeFileSync(`${FOLDER}/${name}.cut.txt`, cut.join('\n'));
    expect(cut).toEqual([]);
  });
}
