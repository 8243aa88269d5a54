import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { expect, type Locator, type Page, type Route, test } from './test.ts';

/**
 * The looks that each page is checked in, in turn: elements once on a phone and once on a desktop, colors in each
 * scheme.
 */
const LOOKS = [
  [390, 'dark', 'everything'],
  [320, 'light', 'colors'],
  [1440, 'light', 'everything'],
  [1440, 'dark', 'colors'],
] as const;

/**
 * Checks that apply to every page: no axe findings, no sideways scrolling, no clipped text, nothing in the console. The
 * page loads once, on a phone; width and color scheme then change. `server` is the address of a test's own server, with
 * a trailing slash.
 */
export function checkPage(path: string, ready: (page: Page) => Promise<void>, server = () => ''): void {
  test(`/${path} is accessible, fits and keeps the console silent, 320 to 1440 px, light and dark`, async ({
    page,
  }) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      // The tests block service workers, which logs a message in the console.
      if (message.text().includes('blocked by Playwright')) return;
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    for (const [index, [width, scheme, scope]] of LOOKS.entries()) {
      await test.step(`${width} px, ${scheme}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        if (index === 0) await page.goto(`${server()}${path}`);
        await ready(page);
        // The page follows the system's color scheme; the next check must see this one.
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        await expectAccessible(page, scope);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond).toBeLessThanOrEqual(0);
        expect(await cutTexts(page)).toEqual([]);
        expect(messages).toEqual([]);
      });
    }
  });
}

/** The texts of one table column, without the heading. */
export const column = (page: Page, table: string, index: number) =>
  page.getByRole('table', { name: table }).locator(`tbody tr :is(th, td):nth-child(${index})`);

/**
 * Fails the call until 'Try again' is pressed, then lets it through; the panel must recover. Counting failures is not
 * enough: a late call of the previous page could use up the only one.
 */
export async function failing(page: Page, call: string): Promise<(within?: Locator) => Promise<void>> {
  let broken = true;
  await page.route(call, (route) =>
    broken ? route.fulfill({ status: 500, body: 'The store is not readable.' }) : route.continue(),
  );
  return async (within) => {
    const button = (within ?? page).getByRole('button', { name: 'Try again' }).first();
    await expect(button).toBeVisible();
    broken = false;
    await button.click();
  };
}

/**
 * Holds the call until the returned function is called; then `reply` answers it, or the server if there is none.
 * Resolves when the calls that were held are answered.
 */
export async function holding(
  page: Page,
  call: string,
  reply?: Parameters<Route['fulfill']>[0],
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((go) => {
    release = go;
  });
  const responses: Promise<void>[] = [];
  await page.route(call, (route) => {
    const response = released
      .then(() => (reply ? route.fulfill(reply) : route.continue()))
      // The page may have aborted the request.
      .catch(() => undefined);
    responses.push(response);
    return response;
  });
  return async () => {
    release();
    await Promise.all(responses);
  };
}

/** Narrow windows that are not phones: cards start below 768 px. */
const NARROW = [768, 820, 899, 1024, 1100];

/** The table keeps its specified columns down to phone width, all of them visible. */
export function wholeTable(id: string, path: string, name: string, headings: readonly string[]): void {
  test(`${id} /${path} has every specified column in a narrow window`, async ({ page }) => {
    await page.goto(path);
    const table = page.getByRole('table', { name });
    for (const width of NARROW) {
      await page.setViewportSize({ width, height: 900 });
      await expect(table.locator('tbody tr').first()).toBeVisible();
      const shown = await table.getByRole('columnheader').allTextContents();
      expect(shown, `${width} px`).toEqual(expect.arrayContaining([...headings]));
      const beyond = await table.evaluate((each) => {
        const panel = each.closest('section') ?? document.body;
        const edge =
          panel.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(panel).paddingRight);
        const page = document.documentElement.scrollWidth - window.innerWidth;
        return Math.max(Math.floor(each.getBoundingClientRect().right - edge), page);
      });
      expect(beyond, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

/** Makes the page see a server that follows the live market. */
export async function liveMarket(page: Page): Promise<void> {
  const config = await (await page.request.get('api/config')).json();
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, market: 'live' } }));
}
