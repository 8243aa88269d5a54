import { test as base, type Page } from '@playwright/test';

export * from '@playwright/test';

/**
 * The `test` function of all browser tests. Data saver is on, because prefetching is half of what a page loads. Tests of
 * prefetching use `test.use({ savesData: false })`.
 */
export const test = base.extend<{ savesData: boolean }, { waitsForApp: undefined }>({
  savesData: [true, { option: true }],
  waitsForApp: [
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
    await mountLazyParts(page);
    removeFirstAnswers(page);
    await use(page);
  },
});

/**
 * Makes `goto` and `reload` also wait until the app has hydrated the prerendered HTML, because keys that are pressed
 * earlier are lost. Does not apply if a test waits for less than the `load` event.
 */
function waitForApp(prototype: Page): void {
  const { goto, reload } = prototype;
  const waitsForLoad = (options?: { waitUntil?: string }) => (options?.waitUntil ?? 'load') === 'load';
  const waitForHydration = async (page: Page) => {
    await page.waitForFunction(() => {
      const root = document.getElementById('root');
      return !root || (root.hasChildNodes() && !('hydrating' in root.dataset));
    });
  };
  prototype.goto = async function (this: Page, url, options) {
    const response = await goto.call(this, url, options);
    if (waitsForLoad(options)) await waitForHydration(this);
    return response;
  };
  prototype.reload = async function (this: Page, options) {
    const response = await reload.call(this, options);
    if (waitsForLoad(options)) await waitForHydration(this);
    return response;
  };
}

/**
 * Makes `page.route` also remove the data that the server puts into the HTML (`first-answers`), so that the page requests
 * this data and a test can mock the response.
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

/** Mounts the parts of a page that are out of view, so that tests can find them without scrolling. */
async function mountLazyParts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { IntersectionObserver } = window;
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const isLazyMount = options?.rootMargin?.startsWith('50%');
        super(callback, isLazyMount ? { rootMargin: '10000px' } : options);
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
