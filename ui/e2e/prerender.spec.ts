import { ROUTES as ALL_ROUTES } from '../src/routes.ts';
import { addressOf } from './addressOf.ts';
import { holdRequests } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

/** Returns tag name, position and size of the main elements of a page. */
const elementRects = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#root header:not(main header), #root nav, #root h1, #root main > *, #root footer',
      ),
    ].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.tagName} ${[x, y, width, height].map(Math.round).join(' ')}`;
    }),
  );

const root = (page: Page) => page.locator('#root');

/** Waits for the end of the HTML, when all inline scripts have run. */
const waitForParsedHtml = (page: Page) => expect(page.locator('body > noscript')).toBeAttached();

test("HOME-02 the prerendered clock stays hidden until hydration, which shows the server's time", async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/*.js');
  const clock = page.getByRole('region', { name: 'Market Pulse' }).locator('span.num').first();
  await page.goto('', { waitUntil: 'commit' });
  await expect(root(page)).toHaveAttribute('data-hydrating');
  await expect(clock).toBeHidden();
  const { now } = await (await page.request.get('api/market-session')).json();
  // The browser's clock is fixed at the server's time, because a passing minute or a difference between the clocks would correct the
  // text, too.
  await page.clock.setFixedTime(Date.parse(now));
  await release();
  await expect(clock).toBeVisible();
  const text = (time: number) =>
    new Date(time).toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/New_York',
    });
  const minutes = [0, 1].map((minute) => `${text(Date.parse(now) + minute * 60_000)} EST`);
  expect(minutes).toContain(await clock.textContent());
});

const SCREENS = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
];

const ROUTES = [
  ['/', 'Investment Intelligence Platform'],
  ['/stock-analysis', 'Stock Analysis'],
  ['/premium-alerts', 'Premium Price Alerts'],
  ['/etf-screener', 'ETF Screener'],
  ['/settings', 'Settings'],
  ['/ticker/AAPL', undefined],
] as const;

for (const { name, width, height } of SCREENS) {
  test(`on ${name} a page is visible before its code has loaded, and hydration moves nothing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // API responses would change the elements that are compared.
    await holdRequests(page, '**/api/**');
    for (const [path, title] of ROUTES) {
      await test.step(path, async () => {
        const release = await holdRequests(page, '**/assets/*.js');
        await page.goto(path.slice(1), { waitUntil: 'commit' });
        await expect(root(page).locator('footer').last()).toBeVisible();
        if (title) await expect(root(page).locator('h1')).toHaveText(title);
        await expect(root(page)).toHaveAttribute('data-hydrating');
        await page.evaluate(() => document.fonts.ready);
        const before = await elementRects(page);
        await release();
        await expect(root(page)).not.toHaveAttribute('data-hydrating');
        expect(await elementRects(page)).toEqual(before);
      });
    }
  });
}

for (const { name, width, height } of SCREENS) {
  test(`TICK-02 on ${name} a ticker's name and price are visible before the code has loaded, and hydration doesn't move them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Intercepts requests of the whole browser context, because `page.route` (`test.ts`) removes the responses embedded in the HTML.
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.context().route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('ticker/AAPL', { waitUntil: 'commit' });
    const nameLine = root(page).getByText(/^Apple Inc\. +AAPL$/);
    const priceText = root(page)
      .getByText(/^\$\d+\.\d\d$/)
      .first();
    await expect(nameLine).toBeVisible();
    await expect(priceText).toBeVisible();
    await expect(root(page)).toHaveAttribute('data-hydrating');
    await page.evaluate(() => document.fonts.ready);
    const boxes = async () =>
      [await nameLine.boundingBox(), await priceText.boundingBox()].map((box) => [box?.x, box?.y]);
    const before = await boxes();
    release();
    await expect(root(page)).not.toHaveAttribute('data-hydrating');
    await expect(root(page).locator('h1')).toHaveText(/^Apple Inc\. +AAPL$/);
    expect(await boxes()).toEqual(before);
  });
}

/** Records requests for the React file, which every page load requests once. Returns the list of URLs, which keeps growing. */
function recordCodeRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/react-[^/]*\.js$/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

test('code is requested after the first contentful paint', async ({ page }) => {
  const codeRequests = recordCodeRequests(page);
  // Without a paint, the app requests its code after 2 s. This removes the timeout, because a paint may take longer on a slow machine.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, delay?: number) =>
      delay === 2000 ? 0 : setTimeout(run, delay)) as typeof window.setTimeout;
  });
  const session = await page.context().newCDPSession(page);
  // A slow CPU paints the background a few frames before the content.
  for (const rate of [1, 6, 6, 6, 6]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto('news', { waitUntil: 'commit' });
    const times = await page.waitForFunction(() => {
      const first = performance.getEntriesByName('first-contentful-paint')[0];
      const codeRequest = performance
        .getEntriesByType('resource')
        .find(({ name }) => /\/react-[^/]*\.js$/.test(name));
      return first && codeRequest && { first: first.startTime, requested: codeRequest.startTime };
    });
    const { first, requested } = (await times.jsonValue()) ?? { first: 0, requested: 0 };
    expect(requested).toBeGreaterThan(first);
  }
  expect(codeRequests.length).toBe(5);
});

test('a page that is not prerendered also requests its code', async ({ page }) => {
  const codeRequests = recordCodeRequests(page);
  await page.goto('news?ticker=AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(codeRequests.length).toBe(1);
});

test('with settings that differ from the default, the prerendered page is not shown', async ({ page }) => {
  await holdRequests(page, '**/assets/*.js');
  for (const [key, value] of [
    ['market-strip', 'off'],
    ['density', 'compact'],
    ['shared.direction-colours', 'red-up'],
  ]) {
    await page.goto('news', { waitUntil: 'commit' });
    await expect(root(page).locator('h1')).toHaveText(/Market News/);
    await page.evaluate(
      ([name, text]) => localStorage.setItem(name ?? '', text ?? ''),
      [`marketdeck.${key}`, value],
    );
    await page.goto('news', { waitUntil: 'commit' });
    await waitForParsedHtml(page);
    await expect(root(page)).toBeEmpty();
    await page.evaluate(() => localStorage.clear());
  }
  // The HTML was rendered without this parameter.
  await page.goto('news?ticker=AAPL', { waitUntil: 'commit' });
  await waitForParsedHtml(page);
  await expect(root(page)).toBeEmpty();
});

test("another page's prerendered HTML is not shown", async ({ page }) => {
  await holdRequests(page, '**/assets/*.js');
  await page.route('**/news', async (route) => {
    const home = await page.request.get('');
    await route.fulfill({ body: await home.text(), contentType: 'text/html' });
  });
  await page.goto('news', { waitUntil: 'commit' });
  await waitForParsedHtml(page);
  await expect(root(page)).toBeEmpty();
});

test('HOME-01 a returning visitor sees the dashboard before the code has loaded', async ({ page }) => {
  await page.goto('privacy-policy');
  await page.evaluate(() => localStorage.setItem('marketdeck.home-view', 'deck'));
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('', { waitUntil: 'commit' });
  await expect(root(page).locator('main')).toBeVisible();
  // The heading of the welcome page has the class type-h1, the dashboard's doesn't.
  await expect(root(page).locator('h1')).toHaveText('Investment Intelligence Platform');
  await expect(root(page).locator('h1.type-h1')).toHaveCount(0);
  await release();
  await expect(root(page)).not.toHaveAttribute('data-hydrating');
});

for (const { name, width, height } of SCREENS) {
  test(`on ${name} every page hydrates without a mismatch`, async ({ page }) => {
    test.setTimeout(20_000 * ALL_ROUTES.length);
    await page.setViewportSize({ width, height });
    const errors: string[] = [];
    // React reports a hydration mismatch as an error.
    page.on('pageerror', ({ message }) => errors.push(message));
    for (const { path } of ALL_ROUTES) {
      await page.goto(addressOf(path));
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(errors, path).toEqual([]);
    }
  });
}

test('a click on a button before its code has loaded takes effect afterward', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('news', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});
