import { mockFeed, recordFlashes } from './live.ts';
import { startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Trending tickers' }).locator('tbody tr');

/** Returns the ids of the trending tickers, in the order of the page. */
async function fetchTrendingIds(page: Page): Promise<number[]> {
  const response = await page.request.get('api/tickers/trending');
  return (await response.json()).map((ticker: { id: number }) => ticker.id);
}

test('LIVE-01 LIVE-03 LIVE-04 prices of the real server arrive over one connection', async ({ page }) => {
  const urls: string[] = [];
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    urls.push(socket.url());
    socket.on('framereceived', (frame) => frames.push(String(frame.payload)));
  });
  await page.goto('');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  await expect.poll(() => frames.length).toBeGreaterThan(2);
  const { type, data } = JSON.parse(frames[0] ?? '');
  expect(type).toMatch(/^ticker_updates?$/);
  expect([data].flat()[0]).toMatchObject({ id: expect.any(Number), price: expect.any(Number) });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  expect(urls).toEqual([page.url().replace('http', 'ws').replace(/\/$/, '/ws')]);
});

test('HOME-07 the page subscribes to the visible rows, also after a filter or Show More', async ({
  page,
}) => {
  const feed = await mockFeed(page);
  const ids = await fetchTrendingIds(page);
  await page.goto('');
  await expect(rows(page)).toHaveCount(10);
  const expectedRequests = ids.slice(0, 10).map((id) => `subscribe ${id}`);
  await expect.poll(() => expectedRequests.every((request) => feed.requests.includes(request))).toBe(true);
  expect(feed.requests).not.toContain(`subscribe ${ids[15]}`);
  await page.getByRole('button', { name: /Show More/ }).click();
  await expect.poll(() => feed.requests).toContain(`subscribe ${ids[15]}`);
  const before = feed.requests.length;
  await page.getByRole('group', { name: 'Type of ticker' }).getByRole('button', { name: 'ETFs' }).click();
  await expect
    .poll(() => feed.requests.slice(before).filter((request) => request.startsWith('unsubscribe')).length)
    .toBeGreaterThan(0);
  expectNoDuplicates(feed.requests);
});

/** Expects that no ticker is subscribed or unsubscribed twice in a row. */
function expectNoDuplicates(requests: string[]): void {
  const subscribed = new Set<string>();
  for (const request of requests) {
    const [verb, id = ''] = request.split(' ');
    expect(subscribed.has(id), request).toBe(verb === 'unsubscribe');
    if (verb === 'subscribe') subscribed.add(id);
    else subscribed.delete(id);
  }
}

test('HOME-07 a changed price appears and flashes green or red', async ({ page }) => {
  const feed = await mockFeed(page);
  const flashes = await recordFlashes(page);
  const [ticker] = await (await page.request.get('api/tickers/trending')).json();
  await page.goto('');
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  const changes = { up: 5, down: 2 };
  for (const [minute, [direction, change]] of Object.entries(Object.entries(changes))) {
    const updatedAt = new Date(Date.parse(ticker.updatedAt) + (Number(minute) + 1) * 60_000).toISOString();
    const { spark: _, ...update } = { ...ticker, price: ticker.price + change, updatedAt, decimals: 2 };
    feed.send({ type: 'ticker_update', data: update });
    const text = (ticker.price + change).toLocaleString('en-US', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    await expect(rows(page).first()).toContainText(text);
    const color = { up: '#047857', down: '#c81e1e' }[direction];
    await expect.poll(flashes).toContain(`$${text} ${color}`);
  }
});

test('HOME-07 with reduced motion a changed price does not flash', async ({ page }) => {
  const feed = await mockFeed(page);
  const [ticker] = await (await page.request.get('api/tickers/trending')).json();
  await page.goto('');
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  const { spark: _, ...update } = {
    ...ticker,
    price: ticker.price + 5,
    updatedAt: '2027-01-01T00:00:00Z',
    decimals: 2,
  };
  feed.send({ type: 'ticker_update', data: update });
  const price = rows(page).first().locator('[data-flash=up]');
  const [colorWithFlash, colorWithoutFlash] = await price.evaluate((element) => {
    const { color } = getComputedStyle(element);
    element.removeAttribute('data-flash');
    return [color, getComputedStyle(element).color];
  });
  expect(colorWithFlash).toBe(colorWithoutFlash);
});

test('LIVE-03 a server without WebSocket support is reported on the page', async ({ page }) => {
  // /api/health accepts no WebSocket, so the handshake fails as with a proxy that blocks WebSockets.
  await page.addInitScript(() => {
    const RealWebSocket = window.WebSocket;
    window.WebSocket = class extends RealWebSocket {
      constructor(url: string | URL) {
        super(String(url).replace(/\/ws$/, '/api/health'));
      }
    };
  });
  await page.clock.install();
  await page.goto('');
  await expect(page.getByText('Error connecting to WebSocket server').first()).toBeVisible();
  await page.clock.runFor(5000);
  await expect(page.getByText('Reconnecting...').first()).toBeVisible();
});

test('LIVE-02 an invalid message is logged and ignored', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const feed = await mockFeed(page);
  await page.goto('');
  await expect.poll(() => feed.requests.length).toBeGreaterThan(0);
  feed.send('{not json');
  await expect.poll(() => logged.join()).toContain('live: invalid message');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
});

test('LIVE-03 after a disconnect the page reconnects within a second and subscribes again', async ({
  page,
}) => {
  await page.clock.install();
  const feed = await mockFeed(page);
  await page.goto('');
  await expect(rows(page)).toHaveCount(10);
  await expect.poll(() => feed.requests.length).toBeGreaterThan(10);
  await page.clock.pauseAt(new Date(Date.now() + 10_000));
  const requests = feed.requests.length;
  feed.close(1001);
  await expect(page.getByTitle('Live data connected')).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect.poll(() => feed.connections()).toBe(2);
  await expect.poll(() => feed.requests.length).toBe(2 * requests);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
});

test('LIVE-03 the page detects that the server stops and that it returns', async ({ page }) => {
  test.slow();
  const server = await startServer();
  await page.goto(server.url);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  // Waits inside the page, because the message is shown for only five seconds.
  const announcement = page.waitForFunction(
    (message) => document.body.innerText.includes(message),
    'WebSocket connection closed unexpectedly. Attempting to reconnect...',
  );
  await server.kill();
  await announcement;
  await expect(page.getByText('Reconnecting...').first()).toBeVisible();
  const restarted = await startServer(new URL(server.url).host, server.data);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible({ timeout: 40_000 });
  await restarted.stop();
});
