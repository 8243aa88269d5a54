import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { expect, type Locator, type Page, type Route, test } from './test.ts';

/** The looks that a page is judged in, one after another: its elements once for a phone and once for a desk, its colours in each. */
const LOOKS = [
  [390, 'dark', 'everything'],
  [320, 'light', 'colours'],
  [1440, 'light', 'everything'],
  [1440, 'dark', 'colours'],
] as const;

/**
 * What is asked of every page: no finding of axe, no sideways scrolling, no text cut by its box, nothing in the console. The page is loaded once, on a
 * phone; width and colour scheme change under it. `server` is the address of a test's own server, with a slash at its end.
 */
export function checkPage(path: string, ready: (page: Page) => Promise<void>, server = () => ''): void {
  test(`/${path} is accessible, fits and keeps the console silent, 320 to 1440 px, light and dark`, async ({
    page,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => {
      // The tests' own refusal of service workers speaks in the page's console.
      if (message.text().includes('blocked by Playwright')) return;
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    for (const [index, [width, scheme, withStaleState]] of LOOKS.entries()) {
      await test.step(`${width} px, ${scheme}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        if (index === 0) await page.goto(`${server()}${path}`);
        await ready(page);
        // The page follows the system's scheme; what is judged next must be of this one.
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        await expectAccessible(page, withStaleState);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond).toBeLessThanOrEqual(0);
        expect(await cutTexts(page)).toEqual([]);
        expect(said).toEqual([]);
      });
    }
  });
}

/** The texts of a table's column, without its heading. */
export const column = (page: Page, table: string, index: number) =>
  page.getByRole('table', { name: table }).locator(`tbody tr :is(th, td):nth-child(${index})`);

/**
 * The call fails from now on; the answer waits for 'Try again', lets the call through and presses the
 * button, which must mend the panel. A count of failures would do less: a call of the page before may
 * come late and take the only one.
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
 * The call waits, whether it has come by then or not, until what this gives is called; then `reply` answers
 * it, or the server where there is none. That ends when the calls which waited have been answered.
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
  const answers: Promise<void>[] = [];
  await page.route(call, (route) => {
    const answer = released
      .then(() => (reply ? route.fulfill(reply) : route.continue()))
      // Nobody waits any more where the page has called it off.
      .catch(() => undefined);
    answers.push(answer);
    return answer;
  });
  return async () => {
    release();
    await Promise.all(answers);
  };
}

/** Narrow windows that are none of a phone: cards begin under 768 px. */
const NARROW = [768, 820, 899, 1024, 1100];

/** The table keeps its specified columns down to a phone's width, and none of them is out of sight. */
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

/** As if the server followed the live market. */
export async function liveMarket(page: Page): Promise<void> {
  const config = await (await page.request.get('api/config')).json();
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, market: 'live' } }));
}
