import type { APIRequestContext } from '@playwright/test';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { shown, VIEWS } from './views.ts';

/** Saturday noon in New York: only coins trade, with one move a minute. */
const AT_REST = ['--now', '2026-11-21T17:00:00Z', '--sample-every-ms', '60000'];
const NOW = new Date('2026-11-21T17:00:10Z');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Twenty screens, light and dark: one picture per page. */
const PICTURES = [
  ['home', DESK],
  ['home', PHONE],
  ['ticker-stock', DESK],
  ['ticker-stock', PHONE],
  ['ticker-candles', DESK],
  ['ticker-fund', DESK],
  ['stock-analysis', DESK],
  ['stock-heatmap', DESK],
  ['stock-comparison', DESK],
  ['etf-screener', DESK],
  ['commodities', DESK],
  ['commodities', PHONE],
  ['ico-calendar', DESK],
  ['earnings-calendar', DESK],
  ['news', DESK],
  ['watchlist', PHONE],
  ['alerts', DESK],
  ['board', DESK],
  ['board-editor', DESK],
  ['not-found', DESK],
] as const;

/** The reports of the sample alerts for the time between the end of the sample market and now. */
const FIRED = 7;

let server: Server;
/** Pages with a chart of a coin, which trades while the server starts. */
const OF_COINS = new Set(['home', 'board', 'board-editor']);

test.beforeAll(async ({ playwright }) => {
  server = await startServer('127.0.0.1:0', undefined, AT_REST);
  await toldWhatHappenedMeanwhile(await playwright.request.newContext());
});
test.afterAll(() => server.stop());

/**
 * Waits until alerts for the time between the end of the sample market and now are evaluated, before the first round
 * ends.
 */
async function toldWhatHappenedMeanwhile(request: APIRequestContext): Promise<void> {
  const lastRound = async () => {
    const { providers } = await (await request.get(`${server.url}api/status`)).json();
    return providers.find((each: { name: string }) => each.name === 'sample').lastSuccess;
  };
  await expect.poll(lastRound, { timeout: 60_000 }).not.toBeNull();
  await request.dispose();
}

/** Alerts for the time the server was not running are evaluated bar by bar. */
async function toldOfAllThatFired(page: Page): Promise<void> {
  test.slow();
  const delivered = async () =>
    (await (await page.request.get(`${server.url}api/alert-deliveries`)).json()).length;
  await expect.poll(delivered, { timeout: 150_000 }).toBe(FIRED);
}

for (const [name, viewport] of PICTURES) {
  test(`${name} looks unchanged, ${viewport.width} px wide, light and dark`, async ({ page }) => {
    const view = VIEWS.find((each) => each.name === name);
    if (name === 'alerts') await toldOfAllThatFired(page);
    await page.clock.setFixedTime(NOW);
    await page.route('**/api/market-session', async (route) => {
      const session = await (await route.fetch()).json();
      await route.fulfill({ json: { ...session, now: NOW.toISOString() } });
    });
    // Blocks live messages after the initial load.
    await page.routeWebSocket(/\/ws$/, () => undefined);
    await page.setViewportSize(viewport);
    await page.goto(`${server.url}${view?.path}`);
    // Parts load one after another: the network may be idle in between although the page is incomplete.
    await page.waitForLoadState('networkidle');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await shown(page);
      await expect(page).toHaveScreenshot(`${name}-${viewport.width}-${colorScheme}.png`, {
        // Tolerates a coin trade or another browser version, but not a moved word.
        maxDiffPixelRatio: OF_COINS.has(name) ? 0.002 : 0.0007,
        threshold: 0.1,
      });
    }
  });
}
