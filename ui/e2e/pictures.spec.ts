import type { APIRequestContext, Locator } from '@playwright/test';
import {
  type ComparingMarket,
  NIGHT,
  pointToFilledSession,
  startComparingMarket,
} from './comparingMarket.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { VIEWS, waitUntilShown } from './views.ts';

/** At noon on a Saturday in New York, only coins trade, here with one price change a minute. */
const QUIET_MARKET = ['--now', '2026-11-21T17:00:00Z', '--sample-every-ms', '60000'];
const NOW = new Date('2026-11-21T17:00:10Z');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 2560, height: 1440 };
type Size = { width: number; height: number };
const SIZES: readonly Size[] = [PHONE, DESKTOP, WIDE];

/** The views that are compared with a picture, in light and dark. */
const PICTURES = [
  ['home', DESKTOP],
  ['home', PHONE],
  ['ticker-stock', DESKTOP],
  ['ticker-stock', PHONE],
  ['ticker-candles', DESKTOP],
  ['ticker-fund', DESKTOP],
  ['charts-four', DESKTOP],
  ['charts-four', PHONE],
  ['stock-analysis', DESKTOP],
  ['stock-heatmap', DESKTOP],
  ['stock-comparison', DESKTOP],
  ['etf-screener', DESKTOP],
  ['commodities', DESKTOP],
  ['commodities', PHONE],
  ['ico-calendar', DESKTOP],
  ['earnings-calendar', DESKTOP],
  ['news', DESKTOP],
  ['watchlist', PHONE],
  ['alerts', DESKTOP],
  ['board', DESKTOP],
  ['board-editor', DESKTOP],
  ['not-found', DESKTOP],
  ...['screener-oversold', 'economic-calendar', 'sources'].flatMap((name) =>
    SIZES.map((size) => [name, size] as const),
  ),
] as const;

/** Panels below the first screen, by the view that has them. */
const PANELS = [
  ['financials', 'ticker-stock', 'Financials'],
  ['filings', 'ticker-stock', 'Filings'],
  ['yield-curve', 'economic-calendar', 'US Treasury yield curve'],
] as const;

/** Number of reports of the sample alerts for the time between the end of the sample data and now. */
const REPORT_COUNT = 7;

let server: Server;
/** Pages with the chart of a coin, whose price changes while the server starts. */
const PAGES_WITH_COINS = new Set(['home', 'board', 'board-editor']);

/** Pages with a chart that has events in its range. */
const PAGES_WITH_EVENTS = new Set(['ticker-stock', 'ticker-candles', 'charts-four']);
const brush = (page: Page) => page.getByRole('slider', { name: 'Start of the part in view' });

test.beforeAll(async ({ playwright }) => {
  server = await startServer('127.0.0.1:0', undefined, QUIET_MARKET);
  const request = await playwright.request.newContext();
  await waitForFirstRound(request);
  // Saved screens, of which one is that of a view.
  for (const [name, query] of [
    ['My dips', 'rsi=..40'],
    ['Cheap growth', 'pe=..20&revenueGrowth=5..'],
  ])
    await request.post(`${server.url}api/screens`, { data: { name, query } });
  await request.dispose();
});
test.afterAll(() => server.stop());

/**
 * Waits until the server has filled in the time between the end of the sample data and now.
 */
async function waitForFirstRound(request: APIRequestContext): Promise<void> {
  const lastSuccess = async () => {
    const { providers } = await (await request.get(`${server.url}api/status`)).json();
    return providers.find((each: { name: string }) => each.name === 'sample').lastSuccess;
  };
  await expect.poll(lastSuccess, { timeout: 60_000 }).not.toBeNull();
}

/** Waits until all sample alerts have been evaluated, bar by bar, for the time that the server filled in. */
async function waitForReports(page: Page): Promise<void> {
  test.slow();
  const countDeliveries = async () =>
    (await (await page.request.get(`${server.url}api/alert-deliveries`)).json()).length;
  await expect.poll(countDeliveries, { timeout: 150_000 }).toBe(REPORT_COUNT);
}

/** Opens a page whose time and prices don't change. */
async function openStill(page: Page, url: string, now: Date, viewport: Size): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.route('**/api/market-session', async (route) => {
    const session = await (await route.fetch()).json();
    await route.fulfill({ json: { ...session, now: now.toISOString() } });
  });
  // Blocks live messages, so that prices don't change.
  await page.routeWebSocket(/\/ws$/, () => undefined);
  await page.setViewportSize(viewport);
  await page.goto(url);
  // Parts of the page load one after another, so the network can be idle before the page is complete.
  await page.waitForLoadState('networkidle');
  // The overview and the events of a chart load with the first input.
  await page.mouse.move(1, 1);
}

/** Tolerates a changed coin price or another browser version, but not a moved word. */
const tolerance = (hasCoins = false) => ({ maxDiffPixelRatio: hasCoins ? 0.002 : 0.0007, threshold: 0.1 });

const COLOR_SCHEMES = ['light', 'dark'] as const;

async function choose(page: Page, colorScheme: (typeof COLOR_SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await waitUntilShown(page);
}

for (const [name, viewport] of PICTURES) {
  test(`${name} looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
    const view = VIEWS.find((each) => each.name === name);
    if (name === 'alerts') await waitForReports(page);
    await openStill(page, `${server.url}${view?.path}`, NOW, viewport);
    if (name.startsWith('ticker') && viewport === DESKTOP) await expect(brush(page)).toBeVisible();
    if (PAGES_WITH_EVENTS.has(name)) await expect(page.locator('[data-mark]').first()).toBeVisible();
    for (const colorScheme of COLOR_SCHEMES) {
      await choose(page, colorScheme);
      await expect(page).toHaveScreenshot(
        `${name}-${viewport.width}-${colorScheme}.png`,
        tolerance(PAGES_WITH_COINS.has(name)),
      );
    }
  });
}

/** Compares pictures of a part of the page, without the bars that stay in view over it. */
async function comparePart(page: Page, part: Locator, name: string, width: number): Promise<void> {
  await part.evaluate((element) => {
    for (const other of document.querySelectorAll<HTMLElement>('body *')) {
      const isOver =
        /fixed|sticky/.test(getComputedStyle(other).position) || other.matches('[href="#content"]');
      if (isOver && !element.contains(other) && !other.contains(element)) other.style.visibility = 'hidden';
    }
  });
  for (const colorScheme of COLOR_SCHEMES) {
    await choose(page, colorScheme);
    await expect(part).toHaveScreenshot(`${name}-${width}-${colorScheme}.png`, tolerance());
  }
}

for (const [name, viewName, title] of PANELS) {
  for (const viewport of SIZES) {
    test(`${name} looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
      const view = VIEWS.find((each) => each.name === viewName);
      await openStill(page, `${server.url}${view?.path}`, NOW, viewport);
      const part = page.getByRole('region', { name: title, exact: true });
      // Panels mount when they come near the window.
      await expect(async () => {
        await page.mouse.wheel(0, 2000);
        await expect(part).toBeVisible({ timeout: 500 });
      }).toPass();
      await part.scrollIntoViewIfNeeded();
      await comparePart(page, part, name, viewport.width);
    });
  }
}

for (const viewport of SIZES) {
  test(`also-on looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
    // The sample market has one listing per company.
    const ticker = await (await page.request.get(`${server.url}api/tickers/AAPL`)).json();
    const listing = (symbol: string, exchange: string, followed: number | null) => ({
      ...{ symbol, exchange, currency: followed === null ? null : 'EUR', followed },
    });
    await page.route('**/api/tickers/*/listings', (route) =>
      route.fulfill({
        json: [listing('APC.DE', 'Xetra', 9001), listing('AAPL.MI', 'Borsa Italiana', null)],
      }),
    );
    await page.route('**/api/tickers/APC.DE', (route) =>
      route.fulfill({
        json: {
          ...ticker,
          ...{ id: 9001, symbol: 'APC.DE', exchange: 'Xetra', currency: 'EUR' },
          ...{ price: 272.35, delayMinutes: 15 },
        },
      }),
    );
    await openStill(page, `${server.url}ticker/AAPL`, NOW, viewport);
    const part = page.getByRole('region', { name: 'Also on' });
    await expect(part.getByText('Delayed 15 min')).toBeVisible();
    await part.scrollIntoViewIfNeeded();
    await comparePart(page, part, 'also-on', viewport.width);
  });
}

test.describe('a live market whose sources disagree', () => {
  let comparing: ComparingMarket;
  test.beforeAll(async ({ playwright }) => {
    test.setTimeout(180_000);
    comparing = await startComparingMarket(await playwright.request.newContext());
  });
  test.afterAll(() => comparing?.stop());

  for (const viewport of SIZES) {
    test(`sources-disagree looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
      await openStill(page, `${comparing.url}ticker/AAPL`, new Date(NIGHT), viewport);
      const part = page.getByRole('note').filter({ hasText: 'Sources disagree' });
      await comparePart(page, part, 'sources-disagree', viewport.width);
    });

    test(`filled-session looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
      await openStill(page, `${comparing.url}ticker/AAPL?range=1M`, new Date(NIGHT), viewport);
      await pointToFilledSession(page);
      const part = page.getByRole('region', { name: 'Price Chart', exact: true });
      await comparePart(page, part, 'filled-session', viewport.width);
    });
  }
});
