import { type Page, saveData, test } from './test.ts';

/** A page without data, opened in between so that the previous page unmounts. */
const BETWEEN = 'privacy-policy';

/** The state of a page that a user can change. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const chosen = '[aria-selected=true], [aria-pressed=true], [aria-expanded=true], [role=dialog], :checked';
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
      [chosen, sorted].map(texts),
      fields.map(({ value }) => value),
    ]);
  });

/** Navigates within the app as the Back button does, without a page load. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.replaceState(null, '', new URL(to, document.baseURI));
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Tests of one page share a single page load, which is most of the cost of such a test: `const it =
 * sharedPage('commodities')`, then `it('a sentence', async ({ page }) => …)`. After each test the routes are removed,
 * window size and colors are reset, and a changed page is mounted again. Tests that need a page load, answer its calls
 * or change server data use `test`.
 */
export function sharedPage(path: string, ready: (page: Page) => Promise<void> = async () => {}) {
  let page: Page | undefined;
  let loaded = '';

  const settled = async (newPage: Page): Promise<string> => {
    await newPage.locator('main h1').first().waitFor();
    await ready(newPage);
    return stateOf(newPage);
  };

  async function load(newPage: Page): Promise<void> {
    await newPage.goto(path);
    await newPage.evaluate(() => document.documentElement.setAttribute('data-shared', ''));
    loaded = await settled(newPage);
  }

  /** Mounts the page again, with empty browser storage. */
  async function mount(used: Page): Promise<void> {
    if (await used.locator('html[data-shared]').count()) {
      await goWithin(used, BETWEEN);
      await used.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
      await goWithin(used, path);
      await used.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor({ state: 'detached' });
      if ((await settled(used)) === loaded) return;
    }
    await used.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await load(used);
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
      const shared = page;
      await use(shared);
      await shared.unrouteAll({ behavior: 'ignoreErrors' });
      if (viewport) await shared.setViewportSize(viewport);
      await shared.emulateMedia({ colorScheme: null, media: null });
      await shared.mouse.move(0, 0);
      await shared.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        window.scrollTo(0, 0);
      });
      if ((await stateOf(shared)) !== loaded) await mount(shared);
    },
  });
}
