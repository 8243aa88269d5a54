import { ROUTES as EVERY } from '../src/routes.ts';
import { addressOf } from './addressOf.ts';
import { holding } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

/** Where what stands in a page lies. */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#root header:not(main header), #root nav, #root h1, #root main > *, #root footer',
      ),
    ].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return `${each.tagName} ${[x, y, width, height].map(Math.round).join(' ')}`;
    }),
  );

const root = (page: Page) => page.locator('#root');

/** Waits for the end of the page, where all of its own scripts have run. */
const read = (page: Page) => expect(page.locator('body > noscript')).toBeAttached();

const SCREENS = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desk', width: 1440, height: 900 },
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
  test(`a page stands on ${name} before its code has come, and nothing moves when that takes over`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Answers would move on what is compared.
    await holding(page, '**/api/**');
    for (const [path, title] of ROUTES) {
      await test.step(path, async () => {
        const come = await holding(page, '**/assets/*.js');
        await page.goto(path.slice(1), { waitUntil: 'commit' });
        await expect(root(page).locator('footer').last()).toBeVisible();
        if (title) await expect(root(page).locator('h1')).toHaveText(title);
        await expect(root(page)).toHaveAttribute('data-hydrating');
        await page.evaluate(() => document.fonts.ready);
        const before = await places(page);
        await come();
        await expect(root(page)).not.toHaveAttribute('data-hydrating');
        expect(await places(page)).toEqual(before);
      });
    }
  });
}

for (const { name, width, height } of SCREENS) {
  test(`TICK-02 a ticker's name and price stand on ${name} before its code has come, where the app then has them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // By the context: the page's own routes have it ask for everything.
    let come = () => {};
    const waited = new Promise<void>((done) => {
      come = done;
    });
    await page.context().route('**/assets/*.js', async (route) => {
      await waited;
      await route.continue();
    });
    await page.goto('ticker/AAPL', { waitUntil: 'commit' });
    const named = root(page).getByText(/^Apple Inc\. +AAPL$/);
    const priced = root(page)
      .getByText(/^\$\d+\.\d\d$/)
      .first();
    await expect(named).toBeVisible();
    await expect(priced).toBeVisible();
    await expect(root(page)).toHaveAttribute('data-hydrating');
    await page.evaluate(() => document.fonts.ready);
    const boxes = async () =>
      [await named.boundingBox(), await priced.boundingBox()].map((box) => [box?.x, box?.y]);
    const before = await boxes();
    come();
    await expect(root(page)).not.toHaveAttribute('data-hydrating');
    await expect(root(page).locator('h1')).toHaveText(/^Apple Inc\. +AAPL$/);
    expect(await boxes()).toEqual(before);
  });
}

/** The requests for code that come from now on. */
function codeAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/react-[^/]*\.js$/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test('code is asked for after the first picture with something on it', async ({ page }) => {
  const code = codeAskedFor(page);
  // Without the delay after which code is asked for anyway: a slow machine may be slower than that.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, delay?: number) =>
      delay === 2000 ? 0 : setTimeout(run, delay)) as typeof window.setTimeout;
  });
  const session = await page.context().newCDPSession(page);
  // A slow processor paints the background some frames before what stands on it.
  for (const rate of [1, 6, 6, 6, 6]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto('news', { waitUntil: 'commit' });
    const times = await page.waitForFunction(() => {
      const first = performance.getEntriesByName('first-contentful-paint')[0];
      const code = performance
        .getEntriesByType('resource')
        .find(({ name }) => /\/react-[^/]*\.js$/.test(name));
      return first && code && { first: first.startTime, asked: code.startTime };
    });
    const { first, asked } = (await times.jsonValue()) ?? { first: 0, asked: 0 };
    expect(asked).toBeGreaterThan(first);
  }
  expect(code.length).toBe(5);
});

test('a page that is not drawn asks for its code too', async ({ page }) => {
  const code = codeAskedFor(page);
  await page.goto('news?ticker=AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(code.length).toBe(1);
});

test('a page that was chosen to look otherwise waits for its code', async ({ page }) => {
  await holding(page, '**/assets/*.js');
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
    await read(page);
    await expect(root(page)).toBeEmpty();
    await page.evaluate(() => localStorage.clear());
  }
  // Another tab of the page may be asked for.
  await page.goto('news?ticker=AAPL', { waitUntil: 'commit' });
  await read(page);
  await expect(root(page)).toBeEmpty();
});

test('without a server the page that is kept is not taken for another', async ({ page }) => {
  await holding(page, '**/assets/*.js');
  await page.route('**/news', async (route) => {
    const home = await page.request.get('');
    await route.fulfill({ body: await home.text(), contentType: 'text/html' });
  });
  await page.goto('news', { waitUntil: 'commit' });
  await read(page);
  await expect(root(page)).toBeEmpty();
});

test('HOME-01 who has a deck sees the deck before its code has come', async ({ page }) => {
  await page.goto('privacy-policy');
  await page.evaluate(() => localStorage.setItem('marketdeck.home-view', 'deck'));
  const come = await holding(page, '**/assets/*.js');
  await page.goto('', { waitUntil: 'commit' });
  await expect(root(page).locator('main')).toBeVisible();
  // The introduction's headline is a large one.
  await expect(root(page).locator('h1')).toHaveText('Investment Intelligence Platform');
  await expect(root(page).locator('h1.type-h1')).toHaveCount(0);
  await come();
  await expect(root(page)).not.toHaveAttribute('data-hydrating');
});

for (const { name, width, height } of SCREENS) {
  test(`on ${name} the app takes over every page as the build drew it`, async ({ page }) => {
    test.setTimeout(20_000 * EVERY.length);
    await page.setViewportSize({ width, height });
    const wrong: string[] = [];
    // React says so where it has to draw a part again.
    page.on('pageerror', ({ message }) => wrong.push(message));
    for (const { path } of EVERY) {
      await page.goto(addressOf(path));
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(wrong, path).toEqual([]);
    }
  });
}

test('a button that is pressed before its code has come is pressed when it has', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const come = await holding(page, '**/assets/*.js');
  await page.goto('news', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await come();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});
