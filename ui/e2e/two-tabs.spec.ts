import { startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

const price = (page: Page) => page.getByTestId('quote-price').first();

async function waitForPriceChange(page: Page): Promise<void> {
  const before = await price(page).textContent();
  await expect(price(page)).not.toHaveText(before ?? '', { timeout: 60_000 });
}

test('LIVE-03 TICK-11 two browsers follow the same price, also after the server is killed and restarted', async ({
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const server = await startServer();
  const pages = await Promise.all([0, 1].map(async () => (await browser.newContext()).newPage()));
  for (const page of pages) await page.goto(`${server.url}ticker/BTC`);
  await Promise.all(pages.map(waitForPriceChange));

  await server.kill();
  for (const page of pages) await expect(page.getByTitle('Live data connected')).toHaveCount(0);
  const restarted = await startServer(new URL(server.url).host, server.data);
  for (const page of pages) {
    await expect(page.getByTitle('Live data connected').first()).toBeVisible({ timeout: 45_000 });
  }
  await Promise.all(pages.map(waitForPriceChange));

  const { id } = await (await request.get(`${restarted.url}api/tickers/BTC`)).json();
  const fetchTimes = async () => {
    const history = await request.get(`${restarted.url}api/tickers/${id}/price-history?timeframe=1D`);
    const points: { timestamp: string }[] = await history.json();
    return points.map(({ timestamp }) => Date.parse(timestamp));
  };
  // A new market has prices before its full history.
  await expect.poll(async () => (await fetchTimes()).length, { timeout: 90_000 }).toBeGreaterThan(280);
  const times = await fetchTimes();
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.max(...gaps), 'at most five minutes between points').toBeLessThanOrEqual(300_000);
  await Promise.all(pages.map((page) => page.context().close()));
  await restarted.stop();
});
