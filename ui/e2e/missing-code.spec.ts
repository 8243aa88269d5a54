import { expect, type Page, test } from './test.ts';

/** Makes the page retry after 1.5 s instead of 10 s. */
const shortenTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setInterval } = window;
    window.setInterval = ((run: () => void, delay?: number) =>
      setInterval(run, delay === 10_000 ? 1500 : delay)) as typeof window.setInterval;
  });

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: "couldn't be loaded completely" });

/** Responds with an error or broken code to requests for `files`, until the returned function is called. */
async function blockFiles(page: Page, files: string, failure: 'missing' | 'broken'): Promise<() => void> {
  let isBlocked = true;
  await page.route(files, (route) => {
    if (!isBlocked) return route.fallback();
    return failure === 'broken'
      ? route.fulfill({ body: 'export const = ;', contentType: 'text/javascript' })
      : route.fulfill({ status: 404, body: 'Not found.' });
  });
  return () => {
    isBlocked = false;
  };
}

for (const [problem, files, failure] of [
  ['the entry file is missing', '**/assets/index-*.js', 'missing'],
  ['the entry file is broken', '**/assets/index-*.js', 'broken'],
  ['a file of the app is missing', '**/assets/react-*.js', 'missing'],
  ['a file of the app is broken', '**/assets/start-*.js', 'broken'],
] as const) {
  test(`if ${problem} a page shows a notice, keeps its links working, and recovers`, async ({ page }) => {
    const release = await blockFiles(page, files, failure);
    await page.goto('news', { waitUntil: 'commit' });
    await expect(notice(page)).toBeVisible();
    await page.locator('#root header').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/$/);
    await shortenTimers(page);
    await page.goto('news', { waitUntil: 'commit' });
    await expect(notice(page)).toBeVisible();
    release();
    await expect(page.getByRole('list', { name: /^Articles of/ }).first()).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
}

test('a kiosk whose code is missing at first recovers', async ({ page }) => {
  await shortenTimers(page);
  const release = await blockFiles(page, '**/assets/*.js', 'missing');
  await page.goto('board/main?kiosk', { waitUntil: 'commit' });
  await expect(notice(page)).toBeVisible();
  release();
  await expect(page.locator('[data-layout]')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('a page whose own file is missing shows a message and recovers', async ({ page }) => {
  await shortenTimers(page);
  const release = await blockFiles(page, '**/assets/NewsPage-*.js', 'missing');
  await page.goto('news');
  await expect(page.getByText("Couldn't load this page. Retrying every 10 seconds.")).toBeVisible();
  release();
  await expect(page.getByRole('list', { name: /^Articles of/ }).first()).toBeVisible();
});

test('without a live connection the price of a ticker is polled', async ({ page }) => {
  await page.clock.install();
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  let requests = 0;
  await page.route('**/api/tickers/AAPL', (route) => {
    requests += 1;
    return route.fallback();
  });
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apple');
  const before = requests;
  // The page starts to poll when its code is loaded and the connection has failed, so this advances the clock until then.
  await expect
    .poll(async () => {
      await page.clock.runFor(16_000);
      return requests;
    })
    .toBeGreaterThan(before + 1);
});
