import type { APIRequestContext } from '@playwright/test';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { VIEWS, waitUntilShown } from './views.ts';

/** At noon on a Saturday in New York, only coins trade, here with one price change a minute. */
const QUIET_MARKET = ['--now', '2026-11-21T17:00:00Z', '--sample-every-ms', '60000'];
const NOW = new Date('2026-11-21T17:00:10Z');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

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
  await waitForFirstRound(await playwright.request.newContext());
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
  await request.dispose();
}

/** Waits until all sample alerts have been evaluated, bar by bar, for the time that the server filled in. */
async function waitForReports(page: Page): Promise<void> {
  test.slow();
  const countDeliveries = async () =>
    (await (await page.request.get(`${server.url}api/alert-deliveries`)).json()).length;
  await expect.poll(countDeliveries, { timeout: 150_000 }).toBe(REPORT_COUNT);
}

for (const [name, viewport] of PICTURES) {
  test(`${name} looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
    const view = VIEWS.find((each) => each.name === name);
    if (name === 'alerts') await waitForReports(page);
    await page.clock.setFixedTime(NOW);
    await page.route('**/api/market-session', async (route) => {
      const session = await (await route.fetch()).json();
      await route.fulfill({ json: { ...session, now: NOW.toISOString() } });
    });
    // Blocks live messages, so that prices don't change.
    await page.routeWebSocket(/\/ws$/, () => undefined);
    await page.setViewportSize(viewport);
    await page.goto(`${server.url}${view?.path}`);
    // Parts of the page load one after another, so the network can be idle before the page is complete.
    await page.waitForLoadState('networkidle');
    // The overview and the events of a chart load with the first input.
    await page.mouse.move(1, 1);
    if (name.startsWith('ticker') && viewport === DESKTOP) await expect(brush(page)).toBeVisible();
    if (PAGES_WITH_EVENTS.has(name)) await expect(page.locator('[data-mark]').first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await waitUntilShown(page);
      await expect(page).toHaveScreenshot(`${name}-${viewport.width}-${colorScheme}.png`, {
        // Tolerates a changed coin price or another browser version, but not a moved word.
        maxDiffPixelRatio: PAGES_WITH_COINS.has(name) ? 0.002 : 0.0007,
        threshold: 0.1,
      });
    }
  });
}
