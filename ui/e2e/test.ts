import { test as base, type Page } from '@playwright/test';

export * from '@playwright/test';

/**
 * What every browser test starts from. Its pages save data: nothing is fetched ahead for the pages after them, which is half
 * of what a page loads. Tests of just that say `test.use({ savesData: false })`.
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
    askAnew(page);
    await use(page);
  },
});

/**
 * A page is loaded when the app has taken over what the build drew of it: until then a key that is pressed is lost, as it is for
 * a person. Not where a test waits for less than the whole page.
 */
function waitForApp(pages: Page): void {
  const { goto, reload } = pages;
  const isWhole = (options?: { waitUntil?: string }) => (options?.waitUntil ?? 'load') === 'load';
  const taken = async (page: Page) => {
    await page.waitForFunction(() => {
      const root = document.getElementById('root');
      return !root || (root.hasChildNodes() && !('hydrating' in root.dataset));
    });
  };
  pages.goto = async function (this: Page, url, options) {
    const answer = await goto.call(this, url, options);
    if (isWhole(options)) await taken(this);
    return answer;
  };
  pages.reload = async function (this: Page, options) {
    const answer = await reload.call(this, options);
    if (isWhole(options)) await taken(this);
    return answer;
  };
}

/**
 * Where a test answers calls itself, the page asks for everything: the server's own answers do not come with it. Removed when it is read
 * to its end, before its code runs.
 */
function askAnew(page: Page): void {
  const { route } = page;
  let asks = false;
  page.route = async (...given) => {
    if (!asks) {
      asks = true;
      await page.addInitScript(() =>
        document.addEventListener('readystatechange', () =>
          document.getElementById('first-answers')?.remove(),
        ),
      );
    }
    return route.apply(page, given);
  };
}

/** Tests look for parts that are out of view, too: every one is mounted, as in a window that is as high as its page. */
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

/** As in a browser that is asked to save data. Before the page is opened. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}
