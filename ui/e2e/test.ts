import { test as base, type Page } from '@playwright/test';

export * from '@playwright/test';

/**
 * What every browser test starts from. Its pages save data: nothing is fetched ahead for the pages after them, which is half
 * of what a page loads. Tests of just that say `test.use({ savesData: false })`.
 */
export const test = base.extend<{ savesData: boolean }>({
  savesData: [true, { option: true }],
  page: async ({ page, savesData }, use) => {
    if (savesData) await saveData(page);
    await use(page);
  },
});

/** As in a browser that is asked to save data. Before the page is opened. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}
