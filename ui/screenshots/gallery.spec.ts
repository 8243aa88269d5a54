import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { cutTexts } from '../e2e/cutTexts.ts';
import { VIEWS, waitUntilShown } from '../e2e/views.ts';
import { createAlerts, createWatchlists } from './sampleUserData.ts';

/** The folder of the screenshots, which git ignores. */
const FOLDER = 'test-results/gallery';
/** Screen sizes from a small phone to a wall screen, in CSS pixels. */
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
  await createWatchlists(request);
  await createAlerts(request);
  await request.dispose();
  mkdirSync(FOLDER, { recursive: true });
});

// `GALLERY=ticker make screenshots` takes only the views whose name begins with 'ticker'.
for (const { name, path, open, screenOnly = false } of VIEWS.filter((view) =>
  view.name.startsWith(GALLERY),
)) {
  test(`${name} at every width, light and dark`, async ({ page }) => {
    test.setTimeout(300_000);
    const clipped: string[] = [];
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [width, height] of SIZES) {
      // A layer gets its size when it opens, so it is opened again for each screen size.
      if (open || width === SIZES[0][0]) {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await waitUntilShown(page);
        await open?.(page);
      }
      for (const scheme of SCHEMES) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        await waitUntilShown(page);
        await page.screenshot({ path: `${FOLDER}/${name}-${width}-${scheme}.png`, fullPage: !screenOnly });
      }
      clipped.push(...(await cutTexts(page)).map((text) => `${width} px: ${text}`));
    }
    writeFileSync(`${FOLDER}/${name}.cut.txt`, clipped.join('\n'));
    expect(clipped).toEqual([]);
  });
}
