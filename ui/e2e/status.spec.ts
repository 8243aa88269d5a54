import { readFileSync } from 'node:fs';
import { checkPage, failUntilRetry, holdRequests, mockLiveMarket } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Status' });

checkPage('status', async (page) => {
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Server' })).toContainText('Version');
});

test('a healthy server is shown as Working, with its store, tasks and clock', async ({ page }) => {
  await page.goto('');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(heading(page)).toBeVisible();
  const status = await (await page.request.get('api/status')).json();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('Working');
  await expect(page.getByRole('region', { name: 'Store' })).toContainText(/Saving\s*Works/);
  const server = page.getByRole('region', { name: 'Server' });
  await expect(server).toContainText(status.version);
  await expect(server).toContainText(/Clock\s*Nov 20, \d+:\d\d:\d\d PM UTC/);
  await expect(server).toContainText(/In your zone\s*Nov 20, [23]:\d\d:\d\d PM EST/);
  await expect(page.getByRole('region', { name: 'Tasks' }).locator('summary')).toHaveText(
    /^Tasks \d+ running(, \d+ finished)?$/,
  );
  // Sections without problems are collapsed.
  await page.getByRole('region', { name: 'Tasks' }).locator('summary').press('Enter');
  const tasks = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem');
  await expect(tasks).toHaveCount(status.tasks.length);
});

test('a backup can be downloaded, and the latest scheduled backup is shown', async ({ page }) => {
  await page.goto('status');
  const backup = page.getByRole('region', { name: 'Backup' });
  await expect(backup).toContainText(/Scheduled backups\s*Not set up/);
  const download = page.waitForEvent('download');
  await backup.getByRole('link', { name: 'Download a backup' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^marketdeck-sample-\d{8}T\d{6}Z\.redb$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  ).toBe('redb');

  const { now } = await (await page.request.get('api/market-session')).json();
  const timeAt = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
  await mockStatus(page, () => ({
    backups: {
      madeAt: timeAt(-180),
      bytes: 12_345_678,
      dueAt: timeAt(21 * 60),
      problem: 'The disk is full.',
    },
  }));
  await page.reload();
  await expect(backup).toContainText('The disk is full.');
  await expect(backup).toContainText(/Latest backup\s*3 h/);
  await expect(backup).toContainText('12.3 MB');
});

/** Responds to /api/status with the server's response, in which some fields are replaced. */
async function mockStatus(
  page: Page,
  replaceParts: (status: Record<string, unknown>) => object,
): Promise<void> {
  const status = await (await page.request.get('api/status')).json();
  await page.route('**/api/status', (route) =>
    route.fulfill({ json: { ...status, ...replaceParts(status) } }),
  );
}

const provider = (fields: object) => ({
  requests: 10,
  failures: 0,
  consecutiveFailures: 0,
  unhealthySince: null,
  lastSuccess: null,
  lastFailure: null,
  lastError: null,
  nextAttempt: null,
  feeds: [],
  quota: [],
  ...fields,
});

test('a failing source is first, with its error and next request; a ticker shows why its price is stale', async ({
  page,
}) => {
  const { now } = await (await page.request.get('api/market-session')).json();
  const timeAt = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
  await mockStatus(page, () => ({
    market: 'live',
    health: 'degraded',
    reasons: ['CoinGecko is failing.'],
    providers: [
      provider({
        name: 'yahoo',
        state: 'ok',
        lastSuccess: timeAt(-1),
        feeds: [{ what: 'quotes', kinds: ['stock', 'etf', 'index'] }],
      }),
      provider({
        name: 'coingecko',
        state: 'failing',
        lastSuccess: timeAt(-14),
        unhealthySince: timeAt(-20),
        lastError: 'It answered 429, too many requests.',
        consecutiveFailures: 3,
        nextAttempt: timeAt(4.5),
        quota: [{ period: 'month', limit: 10_000, left: 9_812 }],
        limit: '30 a minute',
      }),
    ],
    tickers: [
      { symbol: 'AAPL', source: 'yahoo', updatedAt: timeAt(-1), stale: false, lastError: null },
      { symbol: 'SQ', source: 'yahoo', updatedAt: timeAt(-90), stale: true, lastError: 'Yahoo knows no SQ.' },
    ],
    store: { writable: false, problem: 'The disk is full.', lastSavedAt: timeAt(-5), unsavedSeconds: 300 },
  }));
  await page.goto('status');
  const health = page.getByRole('main').getByRole('status').first();
  await expect(health).toContainText(
    /Degraded\s*1 price is out of date, from 1 hour ago\. CoinGecko is failing\.\s*Since \d+:\d\d [AP]M, next request in [45] min/,
  );
  const rows = page.getByRole('table', { name: 'Sources' }).locator('tbody tr');
  await expect(rows.first()).toContainText('CoinGecko');
  await expect(rows.first()).toContainText('It answered 429, too many requests. (3 in a row)');
  await expect(rows.first()).toContainText('14 minutes ago');
  await expect(rows.first()).toContainText('9,812 of 10,000 this month');
  await expect(rows.first()).toContainText('30 a minute');
  await expect(rows.nth(1)).toContainText('Unknown');
  await expect(rows.nth(1)).toContainText(/Working\s*Prices; used for 2 tickers/);
  await expect(page.getByText('1 of 2').first()).toBeVisible();
  const staleTickers = page.getByRole('list', { name: 'Tickers without fresh prices' }).getByRole('listitem');
  await expect(staleTickers).toHaveCount(1);
  await expect(staleTickers).toContainText(
    /SQ\s*Yahoo knows no SQ\.\s*Last price 1 hour ago from Yahoo Finance/,
  );
  for (const name of ['SQ', 'Details of SQ']) {
    await expect(staleTickers.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      /ticker\/SQ$/,
    );
  }
  const store = page.getByRole('region', { name: 'Store' });
  await expect(store).toContainText('The disk is full.');
  await expect(store).toContainText(/Saving\s*Fails/);
  await expect(store).toContainText(/Waiting to be saved\s*for 5 min/);
  // The test server's clock is in November 2026, the clock of this machine is not.
  await expect(page.getByRole('region', { name: 'Server' })).toContainText(
    /Clock difference\s*.* this device/,
  );
});

test("a blocked source shows the provider's message, and the server stays healthy", async ({ page }) => {
  await mockStatus(page, () => ({
    providers: [
      provider({
        name: 'yahoo_facts',
        state: 'refused',
        lastError: 'It gives no crumb.',
        nextAttempt: '2026-11-21T02:32:00Z',
        feeds: [{ what: 'facts', kinds: ['stock'] }],
      }),
    ],
  }));
  await page.goto('status');
  const health = page.getByRole('main').getByRole('status').first();
  await expect(health).toContainText('Working');
  await expect(health).not.toContainText(/next request/i);
  const row = page.getByRole('table', { name: 'Sources' }).locator('tbody tr');
  await expect(row).toContainText(
    'Blocked by the provider, next request at Nov 20, 2026, 9:32 PM EST. It gives no crumb.',
  );
});

test('the status mentions stale prices even if no source fails', async ({ page }) => {
  await mockStatus(page, ({ tickers }) => ({
    tickers: (tickers as object[]).map((ticker, index) => ({ ...ticker, stale: index > 2 })),
  }));
  await page.goto('status');
  const health = page.getByRole('main').getByRole('status').first();
  await expect(health).toContainText(
    /Working, \d+ outdated prices\s*\d+ prices are out of date, the oldest from /,
  );
  await expect(health).not.toContainText('Prices are arriving and being saved');
});

test('each streaming connection has a row with its symbols and message rate', async ({ page }) => {
  await page.goto('status');
  await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Streams' });
  await expect(panel).toHaveCount(0);
  const timeAt = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 19, 0, seconds)).toISOString();
  const stream = (source: string, number: number, fields: object = {}) => ({
    ...{ source, number, symbols: 44, mostSymbols: 100, openedAt: timeAt(-120), lastMessageAt: timeAt(0) },
    ...{ messagesPerSecond: 212, ...fields },
  });
  await mockStatus(page, () => ({
    now: timeAt(0),
    providers: [provider({ name: 'kraken', state: 'ok', feeds: [{ what: 'ticks', kinds: ['crypto'] }] })],
    streams: [
      stream('yahoo_stream', 1),
      stream('yahoo_stream', 2, { symbols: 0, openedAt: null, lastMessageAt: null, messagesPerSecond: null }),
      stream('kraken', 1, { mostSymbols: null, lastMessageAt: timeAt(-18), messagesPerSecond: 0.5 }),
    ],
  }));
  await page.reload();
  await expect(panel).toContainText('2 connections, 88 symbols, 213 messages a second over the last minute');
  const rows = panel.getByRole('table', { name: 'Streams' }).locator('tbody tr');
  await expect(rows.nth(0)).toHaveText(/^Yahoo stream 144 of 1002 minnow212\/s$/);
  await expect(rows.nth(1)).toHaveText(/^Yahoo stream 20 of 100Not open——$/);
  await expect(rows.nth(2)).toHaveText(/^Kraken44 symbols2 min18 s ago0\.5\/s$/);
});

test('each process of the cluster has a row with its role, its lag and when it last reported', async ({
  page,
}) => {
  await page.goto('status');
  await expect(page.getByRole('region', { name: 'Sources' })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Processes' });
  await expect(panel).toHaveCount(0);
  const timeAt = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 19, 0, seconds)).toISOString();
  const traffic = { records: 900, prices: 12_000, gaps: 0, priceRereads: 0, recordRereads: 0 };
  const member = (name: string, fields: object = {}) => ({
    ...{ name, role: 'edge', heardAt: timeAt(-3), behind: 0, pricesAt: timeAt(-2), traffic, ...fields },
  });
  await mockStatus(page, () => ({
    now: timeAt(0),
    cluster: {
      ...{ name: 'harbour:8081', role: 'source', connected: true, behind: null, traffic },
      source: { name: 'harbour:8081', epoch: 12, heardAt: timeAt(0) },
      members: [
        member('branch-1:8080', { behind: 1204, traffic: { ...traffic, gaps: 2, priceRereads: 3 } }),
        member('branch-2:8080', { heardAt: timeAt(-240), pricesAt: timeAt(-240) }),
        member('spare:8081', { role: 'standBy' }),
      ],
    },
  }));
  await page.reload();
  await expect(panel).toContainText('1 source, 1 on standby, 1 edge');
  const rows = panel.getByRole('table', { name: 'Processes' }).locator('tbody tr');
  await expect(rows.nth(0)).toHaveText(/^harbour:8081Sourcenow \(this process\)——00$/);
  await expect(rows.nth(1)).toHaveText(/^spare:8081Standby3 s agonone2 s ago00$/);
  await expect(rows.nth(2)).toHaveText(/^branch-1:8080Edge3 s ago1,204 records2 s ago23$/);
  await expect(rows.nth(3)).toHaveText(/^branch-2:8080Edge4 min agonone4 min ago00$/);
  await expect(rows.nth(3)).toHaveAttribute('data-closed');
});

test('a source with mostly stale prices is shown as out of date', async ({ page }) => {
  await mockStatus(page, ({ tickers }) => ({
    tickers: (tickers as object[]).map((ticker) => ({ ...ticker, source: 'yahoo', stale: true })),
    providers: [provider({ name: 'yahoo', state: 'ok' }), provider({ name: 'kraken', state: 'ok' })],
  }));
  await page.goto('status');
  const row = page.getByRole('table', { name: 'Sources' }).locator('tbody tr').first();
  await expect(row).toContainText(/Yahoo Finance\s*yahoo\s*Out of date/);
  await expect(row).toContainText(/\d+ of its \d+ prices are out of date\./);
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
});

test('tickers without fresh prices are grouped by reason', async ({ page }) => {
  const errorOf = (symbol: string) => `The source refused: ${symbol}: ${symbol}-USD is not a valid product.`;
  await mockStatus(page, ({ tickers }) => ({
    tickers: (tickers as { symbol: string }[]).map((ticker, index) =>
      index < 12
        ? { ...ticker, stale: true, lastError: errorOf(ticker.symbol) }
        : { ...ticker, stale: false },
    ),
  }));
  await page.goto('status');
  const reasonGroup = page.getByText('12 tickers: The source refused: …-USD is not a valid product.');
  await expect(reasonGroup).toBeVisible();
  const links = page.getByRole('region', { name: 'Tickers without fresh prices' }).getByRole('link');
  await expect(links).toHaveCount(0);
  await reasonGroup.click();
  await expect(links).toHaveCount(10);
});

test('tickers with the same reason are grouped, and the reason lists their symbols', async ({ page }) => {
  const unknownTickers = ['ABC', 'XYZ'].map((symbol) => ({
    ...{ symbol, source: 'yahoo', updatedAt: null, stale: true },
    lastError: `Yahoo knows no ${symbol}.`,
  }));
  await mockStatus(page, () => ({ tickers: unknownTickers }));
  await page.goto('status');
  await expect(page.getByText('2 tickers: Yahoo knows no ABC, XYZ.')).toBeVisible();
});

test('on a phone a working source is one line that can be expanded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await mockStatus(page, () => ({
    providers: [provider({ name: 'kraken', state: 'ok', feeds: [{ what: 'ticks', kinds: ['crypto'] }] })],
  }));
  await page.goto('status');
  const row = page.getByRole('table', { name: 'Sources' }).locator('tbody tr');
  await expect(row).toContainText('Working');
  await expect(row.getByText('Unknown')).toBeHidden();
  await row.getByRole('button', { name: 'Details of Kraken' }).click();
  await expect(row.getByText('Unknown')).toBeVisible();
});

test("the diagnostics file contains the server's status and health", async ({ page }) => {
  await page.goto('status');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download diagnostics' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('marketdeck-diagnostics-2026-11-20.json');
  const diagnostics = JSON.parse(readFileSync(await file.path(), 'utf8'));
  const status = await (await page.request.get('api/status')).json();
  expect(diagnostics.status).toMatchObject({ version: status.version, market: 'sample' });
  expect(diagnostics.status.tasks).toHaveLength(status.tasks.length);
  expect(diagnostics.health.counters).toBeTruthy();
});

test('a page with stale prices shows the failing source and a link to the status page', async ({ page }) => {
  await mockLiveMarket(page);
  const feeds = [{ what: 'quotes', kinds: ['crypto'] }];
  const release = await holdRequests(page, '**/api/providers', {
    json: [provider({ name: 'coingecko', state: 'failing', lastError: 'It answered 429.', feeds })],
  });
  // With a clock three hours later, every price is stale.
  const session = await (await page.request.get('api/market-session')).json();
  const now = new Date(Date.parse(session.now) + 3 * 3_600_000).toISOString();
  await page.route('**/api/market-session', (route) => route.fulfill({ json: { ...session, now } }));
  await page.goto('crypto');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  const before = await title.boundingBox();
  await release();
  const notice = page.getByText(/^CoinGecko is failing: \d+ prices on this page are old\./);
  await expect(notice).toBeInViewport();
  // The notice doesn't move the page, and doesn't cover the end of the page after scrolling.
  expect(await title.boundingBox()).toEqual(before);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('contentinfo').getByText('Data is provided for')).toBeInViewport();
  const disclaimerBox = await page.getByRole('contentinfo').getByText('Data is provided for').boundingBox();
  const noticeBox = await notice.boundingBox();
  expect((disclaimerBox?.y ?? 0) + (disclaimerBox?.height ?? 0)).toBeLessThanOrEqual(noticeBox?.y ?? 0);
  const strip = page.getByRole('complementary', { name: 'Price bar' });
  await expect(strip.locator('[data-state="connected"][data-old]')).toContainText('outdated prices');
  await notice.getByRole('link', { name: 'Status' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a status that fails to load offers a retry', async ({ page }) => {
  const retry = await failUntilRetry(page, '**/api/status');
  await page.goto('status');
  await expect(page.getByText("Couldn't load the status.")).toBeVisible();
  await retry();
  await expect(page.getByRole('region', { name: 'Server' })).toBeVisible();
});
