import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { expect, type Locator, type Page, type Route, test } from './test.ts';

/**
 * The variants in which each page is checked, in this order: width in px, color scheme and scope of the axe check. All
 * elements are checked on a phone and on a desktop, colors in each color scheme.
 */
const VARIANTS = [
  [390, 'dark', 'everything'],
  [320, 'light', 'colors'],
  [1440, 'light', 'everything'],
  [1440, 'dark', 'colors'],
] as const;

/**
 * Adds a test that applies to every page: no axe findings, no horizontal scrolling, no clipped text, no messages in the
 * console. The page loads once, at the width of a phone; width and color scheme then change. `server` returns the URL of
 * the test's own server, with a trailing slash.
 */
export function checkPage(path: string, ready: (page: Page) => Promise<void>, server = () => ''): void {
  test(`/${path} is accessible, fits the screen and logs nothing, 320 to 1440 px, light and dark`, async ({
    page,
  }) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      // The tests block service workers, which logs a message in the console.
      if (message.text().includes('blocked by Playwright')) return;
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(String(error)));
    for (const [index, [width, scheme, scope]] of VARIANTS.entries()) {
      await test.step(`${width} px, ${scheme}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        if (index === 0) await page.goto(`${server()}${path}`);
        await ready(page);
        // Waits until the page has changed to this color scheme.
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        await expectAccessible(page, scope);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(await cutTexts(page)).toEqual([]);
        expect(messages).toEqual([]);
      });
    }
  });
}

/** Returns the cells of a table column (1-based), without the header. */
export const column = (page: Page, table: string, index: number) =>
  page.getByRole('table', { name: table }).locator(`tbody tr :is(th, td):nth-child(${index})`);

/**
 * Makes requests to `call` fail until the returned function presses 'Try again'. It fails all of them, because failing
 * only the first one could hit a late request of the previous page.
 */
export async function failUntilRetry(page: Page, call: string): Promise<(within?: Locator) => Promise<void>> {
  let isBroken = true;
  await page.route(call, (route) =>
    isBroken ? route.fulfill({ status: 500, body: 'The store is not readable.' }) : route.continue(),
  );
  return async (within) => {
    const button = (within ?? page).getByRole('button', { name: 'Try again' }).first();
    await expect(button).toBeVisible();
    isBroken = false;
    await button.click();
  };
}

/**
 * Holds back requests to `call` until the returned function is called. They then get `reply`, or the server's response
 * if `reply` is omitted. The returned function resolves when all of them have a response.
 */
export async function holdRequests(
  page: Page,
  call: string,
  reply?: Parameters<Route['fulfill']>[0],
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
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

/** Widths of narrow windows in px. Below 768 px, tables become cards. */
const NARROW = [768, 820, 899, 1024, 1100];

/** Adds a test that the table shows all specified columns in narrow windows, without overflowing its panel. */
export function checkTableColumns(id: string, path: string, name: string, headers: readonly string[]): void {
  test(`${id} /${path} has every specified column in a narrow window`, async ({ page }) => {
    await page.goto(path);
    const table = page.getByRole('table', { name });
    for (const width of NARROW) {
      await page.setViewportSize({ width, height: 900 });
      await expect(table.locator('tbody tr').first()).toBeVisible();
      const shown = await table.getByRole('columnheader').allTextContents();
      expect(shown, `${width} px`).toEqual(expect.arrayContaining([...headers]));
      const overflow = await table.evaluate((tableElement) => {
        const panel = tableElement.closest('section') ?? document.body;
        const edge =
          panel.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(panel).paddingRight);
        const page = document.documentElement.scrollWidth - window.innerWidth;
        return Math.max(Math.floor(tableElement.getBoundingClientRect().right - edge), page);
      });
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

/** Changes the server's configuration, as the page sees it, to the live market. */
export async function mockLiveMarket(page: Page): Promise<void> {
  const config = await (await page.request.get('api/config')).json();
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, market: 'live' } }));
}
