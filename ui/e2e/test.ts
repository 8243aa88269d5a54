import { test as base, type Page } from '@playwright/test';

export * from '@playwright/test';

/**
 * The base of every browser test. Data saver is on, so nothing is prefetched, which is half of what a page loads. Tests
 * of prefetching use `test.use({ savesData: false })`.
 */
export const test = base.extend<{ savesData: boolean }, { takenOver: undefined }>({
  savesData: [true, { option: true }],
  takenOver: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      waitForApp(Object.getPrototypeOf(page));
      await page.close();
      await use(undefined);
    },
    { auto: true, scope: 'worker' },
  ],
  page: async ({ page, savesData }, use) => {
    if (savesData) await saveData(page);
    await mountAll(page);
    removeFirstAnswers(page);
    await use(page);
  },
});

/**
 * A page counts as loaded when the app has hydrated the prerendered HTML; keys pressed earlier are lost, as they are
 * for a user. Skipped where a test waits for less than the whole page.
 */
function waitForApp(pages: Page): void {
  const { goto, reload } = pages;
  const isWhole = (options?: { waitUntil?: string }) => (options?.waitUntil ?? 'load') === 'load';
  const waitForHydration = async (page: Page) => {
    await page.waitForFunction(() => {
      const root = document.getElementById('root');
      return !root || (root.hasChildNodes() && !('hydrating' in root.dataset));
    });
  };
  pages.goto = async function (this: Page, url, options) {
    const response = await goto.call(this, url, options);
    if (isWhole(options)) await waitForHydration(this);
    return response;
  };
  pages.reload = async function (this: Page, options) {
    const response = await reload.call(this, options);
    if (isWhole(options)) await waitForHydration(this);
    return response;
  };
}

/**
 * Where a test answers calls itself, the page must request everything: removes the server's first answers from the HTML
 * before the page's code runs.
 */
function removeFirstAnswers(page: Page): void {
  const { route } = page;
  let isRemoved = false;
  page.route = async (...args) => {
    if (!isRemoved) {
      isRemoved = true;
      await page.addInitScript(() =>
        document.addEventListener('readystatechange', () =>
          document.getElementById('first-answers')?.remove(),
        ),
      );
    }
    return route.apply(page, args);
  };
}

/** Mounts parts that are out of view, as in a window as tall as the page, so that tests can find them. */
async function mountAll(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { IntersectionObserver } = window;
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const isEarly = options?.rootMargin?.startsWith('50%');
        super(seen, isEarly ? { rootMargin: '10000px' } : options);
      }
    };
  });
}

/** Turns on data saver; call before opening the page. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}
