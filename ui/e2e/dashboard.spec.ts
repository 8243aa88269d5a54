import { recordShifts } from './layoutShifts.ts';
import { type Server, startServer } from './server.ts';
import { expect, test } from './test.ts';

/** Maximum cumulative layout shift while the dashboard loads. */
const MAX_SHIFT = 0.02;
const SYMBOLS = ['AAPL', 'KO', 'BTC'];

let server: Server;
/** The ids of two lists by name: an empty list, and a list of three tickers, one of which has a holding. */
const lists: Record<string, number> = {};

test.beforeAll(async ({ playwright }) => {
  server = await startServer('127.0.0.1:0');
  const request = await playwright.request.newContext({ baseURL: `${server.url}api/` });
  for (const name of ['Empty', 'Short']) {
    const { id } = await (await request.post('watchlists', { data: { name, userId: 1 } })).json();
    lists[name] = id;
  }
  const tickers = `watchlists/${lists.Short}/tickers`;
  for (const symbol of SYMBOLS) {
    const { id } = await (await request.get(`tickers/${symbol}`)).json();
    await request.post(tickers, { data: { tickerId: id } });
  }
  const [first] = (await (await request.get(tickers)).json()).tickers;
  await request.patch(`watchlist-items/${first.watchlistItemId}`, { data: { quantity: 10, cost: 150 } });
  await request.dispose();
});
test.afterAll(() => server.stop());

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test(`on ${device} the dashboard starts with holdings and the list, and doesn't move while it loads`, async ({
    browser,
  }) => {
    for (const [name, rows] of [
      ['Short', /AAPL/],
      ['Empty', /Your watchlist is empty/],
    ] as const) {
      const page = await browser.newPage({ viewport });
      await page.addInitScript((id) => {
        localStorage.setItem('marketdeck.home-view', 'deck');
        localStorage.setItem('marketdeck.home-list', String(id));
      }, lists[name]);
      const getShifts = await recordShifts(page);
      await page.goto(server.url);
      const list = page.getByRole('region', { name, exact: true });
      await expect(list).toContainText(rows);
      const top = async (label: string) =>
        (await page.getByRole('region', { name: label, exact: true }).boundingBox())?.y ?? 0;
      expect(await top('Holdings')).toBeLessThan(150);
      expect(await top(name)).toBeLessThan(200);
      // An empty list has suggestions.
      if (name === 'Empty')
        await expect(page.getByRole('main').getByLabel('Suggestions').getByRole('link')).not.toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('main').getByLabel(/^Loading/)).toHaveCount(0);
      const shifts = (await getShifts()).filter(({ isExcused }) => !isExcused);
      const sum = shifts.reduce((before, { value }) => before + value, 0);
      expect(sum, shifts.map(({ value, movements }) => `${value} ${movements}`).join('\n')).toBeLessThan(
        MAX_SHIFT,
      );
      await page.close();
    }
  });
}
