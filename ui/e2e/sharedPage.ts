import { type Page, saveData, test } from './test.ts';

/** A page without data. Navigating to it unmounts the tested page. */
const BETWEEN_PATH = 'privacy-policy';

/** Returns the state of a page that a user can change, as JSON. */
const readState = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const selected =
      '[aria-selected=true], [aria-pressed=true], [aria-expanded=true], [role=dialog], :checked';
    const sorted = '[aria-sort=ascending], [aria-sort=descending]';
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map(
        (each) => each.getAttribute('aria-label') ?? each.textContent,
      );
    const fields = [...document.querySelectorAll('input, select, textarea')] as HTMLInputElement[];
    return JSON.stringify([
      location.href,
      { ...localStorage },
      { ...sessionStorage },
      [selected, sorted].map(texts),
      fields.map(({ value }) => value),
    ]);
  });

/** Navigates within the app as the Back button does, without a page load. */
async function navigateWithinApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.replaceState(null, '', new URL(to, document.baseURI));
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Returns a `test` function whose tests share one load of the page at `path`, because loading takes most of the time of a
 * test. After each test, routes are removed, window size and colors are reset, and a changed page is mounted again. Tests
 * that need their own page load, mock requests or change server data use `test` instead.
 */
export function sharedPage(path: string, waitForPage: (page: Page) => Promise<void> = async () => {}) {
  let page: Page | undefined;
  let loadedState = '';

  const waitUntilSettled = async (newPage: Page): Promise<string> => {
    await newPage.locator('main h1').first().waitFor();
    await waitForPage(newPage);
    return readState(newPage);
  };

  async function load(newPage: Page): Promise<void> {
    await newPage.goto(path);
    await newPage.evaluate(() => document.documentElement.setAttribute('data-shared', ''));
    loadedState = await waitUntilSettled(newPage);
  }

  /** Mounts the page again. If its state then differs from the first load, loads it with empty browser storage. */
  async function mountAgain(page: Page): Promise<void> {
    if (await page.locator('html[data-shared]').count()) {
      await navigateWithinApp(page, BETWEEN_PATH);
      await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
      await navigateWithinApp(page, path);
      await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor({ state: 'detached' });
      if ((await waitUntilSettled(page)) === loadedState) return;
    }
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await load(page);
  }

  test.afterAll(async () => {
    await page?.context().close();
    page = undefined;
  });

  return test.extend({
    page: async ({ browser, viewport }, use) => {
      if (!page) {
        page = await browser.newPage();
        await saveData(page);
        await load(page);
      }
      const currentPage = page;
      await use(currentPage);
      await currentPage.unrouteAll({ behavior: 'ignoreErrors' });
      if (viewport) await currentPage.setViewportSize(viewport);
      await currentPage.emulateMedia({ colorScheme: null, media: null });
      await currentPage.mouse.move(0, 0);
      await currentPage.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        window.scrollTo(0, 0);
      });
      if ((await readState(currentPage)) !== loadedState) await mountAgain(currentPage);
    },
  });
}
