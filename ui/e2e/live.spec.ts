import { mockFeed, recordFlashes } from './live.ts';
import { startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Trending tickers' }).locator('tbody tr');

/** Only the rows and the overview then subscribe to live prices. */
async function trendingIds(page: Page): Promise<number[]> {
  const response = await page.request.get('api/tickers/trending');
  return (await response.json()).map((ticker: { id: number }) => ticker.id);
}

test('LIVE-01 LIVE-03 prices of the real server arrive over one connection', async ({ page }) => {
  const urls: string[] = [];
  const heard: string[] = [];
  page.on('websocket', (socket) => {
    urls.push(socket.url());
    socket.on('framereceived', (frame) => heard.push(String(frame.payload)));
  });
  await page.goto('');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  await expect.poll(() => heard.length).toBeGreaterThan(2);
  const { type, data } = JSON.parse(heard[0] ?? '');
  expect(type).toMatch(/^ticker_updates?$/);
  expect([data].flat()[0]).toMatchObject({ id: expect.any(Number), price: expect.any(Number) });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  expect(urls).toEqual([page.url().replace('http', 'ws').replace(/\/$/, '/ws')]); // LIVE-04
});

test('HOME-07 visible rows are subscribed, and the subscriptions follow filter and row count', async ({
  page,
}) => {
  const feed = await mockFeed(page);
  const ids = await trendingIds(page);
  await page.goto('');
  await expect(rows(page)).toHaveCount(10);
  const shown = ids.slice(0, 10).map((id) => `subscribe ${id}`);
  await expect.poll(() => shown.every((line) => feed.requests.includes(line))).toBe(true);
  expect(feed.requests).not.toContain(`subscribe ${ids[15]}`);
  await page.getByRole('button', { name: /Show More/ }).click();
  await expect.poll(() => feed.requests).toContain(`subscribe ${ids[15]}`);
  const before = feed.requests.length;
  await page.getByRole('group', { name: 'Type of ticker' }).getByRole('button', { name: 'ETFs' }).click();
  await expect
    .poll(() => feed.requests.slice(before).filter((line) => line.startsWith('unsubscribe')).length)
    .toBeGreaterThan(0);
  expectNothingTwice(feed.requests);
});

/** No ticker is subscribed or unsubscribed twice. */
function expectNothingTwice(requests: string[]): void {
  const subscribed = new Set<string>();
  for (const line of requests) {
    const [verb, id = ''] = line.split(' ');
    expect(subscribed.has(id), line).toBe(verb === 'unsubscribe');
    if (verb === 'subscribe') subscribed.add(id);
    else subscribed.delete(id);
  }
}

test('HOME-07 a changed price shows, and flashes green or red for a second', async ({ page }) => {
  const feed = await mockFeed(page);
  const flashes = await recordFlashes(page);
  const [ticker] = await (await page.request.get('api/tickers/trending')).json();
  await page.goto('');
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  const moves = { up: 5, down: 2 };
  for (const [minute, [way, more]] of Object.entries(Object.entries(moves))) {
    const updatedAt = new Date(Date.parse(ticker.updatedAt) + (Number(minute) + 1) * 60_000).toISOString();
    const { spark: _, ...update } = { ...ticker, price: ticker.price + more, updatedAt, decimals: 2 };
    feed.send({ type: 'ticker_update', data: update });
    const text = (ticker.price + more).toLocaleString('en-US', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    await expect(rows(page).first()).toContainText(text);
    const color = { up: '#047857', down: '#c81e1e' }[way];
    await expect.poll(flashes).toContain(`$${text} ${color}`);
  }
});

test('HOME-07 with reduced motion a changed price keeps its color', async ({ page }) => {
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
  const [moved, still] = await price.evaluate((element) => {
    const { color } = getComputedStyle(element);
    element.removeAttribute('data-flash');
    return [color, getComputedStyle(element).color];
  });
  expect(moved).toBe(still);
});

test('LIVE-03 a server without WebSocket support is reported on the page', async ({ page }) => {
  // Nothing there speaks WebSocket: a real handshake that fails, as with a proxy in between.
  await page.addInitScript(() => {
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
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
  await expect.poll(() => logged.join()).toContain('Invalid live message');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
});

test('LIVE-03 after a disconnect it reconnects within the back-off and subscribes again', async ({
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

test('LIVE-03 a server that dies is detected, and so is its return', async ({ page }) => {
  test.slow();
  const server = await startServer();
  await page.goto(server.url);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  // Watched from inside the page: the first message is shown for only five seconds.
  const announced = page.waitForFunction(
    (message) => document.body.innerText.includes(message),
    'WebSocket connection closed unexpectedly. Attempting to reconnect...',
  );
  await server.kill();
  await announced;
  await expect(page.getByText('Reconnecting...').first()).toBeVisible();
  const again = await startServer(new URL(server.url).host, server.data);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible({ timeout: 40_000 });
  await again.stop();
});
