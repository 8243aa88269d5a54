import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

/** Changes made on one device appear on the others at once. No test waits for the polling interval of one minute. */
let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => server.stop());

/** Shorter than the polling intervals: 15 s for boards, one minute for everything else. */
const SOON = { timeout: 8_000 };
const PHONE = { viewport: { width: 390, height: 844 } };

/** Opens a page on another device with a live connection. */
async function device(page: Page, path: string, options = {}): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the test has no browser');
  const other = await (await browser.newContext(options)).newPage();
  await open(other, path);
  return other;
}

async function open(page: Page, path: string): Promise<void> {
  const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${server.url}${path}`);
  await live;
}

test('WTCH-02 a list changed on one device updates on two others, and unfinished input stays', async ({
  page,
}) => {
  const post = async (path: string, data: object) =>
    (await page.request.post(`${server.url}api/${path}`, { data })).json();
  const { id } = await post('watchlists', { name: 'Shared' });
  const { id: tickerId } = await (await page.request.get(`${server.url}api/tickers/AAPL`)).json();
  await post(`watchlists/${id}/tickers`, { tickerId });
  await open(page, 'watchlist');
  const laptop = await device(page, 'watchlist');
  const phone = await device(page, 'watchlist', PHONE);
  await laptop.getByRole('button', { name: 'Add a note on AAPL' }).click();
  const note = laptop.getByLabel('Note on AAPL');
  await note.fill('half written');

  await page.getByRole('button', { name: 'Add Ticker' }).click();
  await page.getByRole('dialog', { name: 'Add Ticker' }).getByRole('searchbox').fill('nvidia');
  await page.getByRole('button', { name: 'Add NVDA' }).click();
  for (const other of [laptop, phone]) {
    await expect(other.getByRole('link', { name: 'NVDA' }).first()).toBeVisible(SOON);
  }
  await expect(note).toHaveValue('half written');
  await expect(note).toBeFocused();

  // And from the phone back to the desktop.
  await note.press('Enter');
  await expect(phone.getByText('half written')).toBeVisible(SOON);
  await expect(page.getByText('half written')).toBeVisible(SOON);
  for (const other of [laptop, phone]) await other.context().close();
});

/** Creates a board with one big quote. */
async function putBoard(page: Page, title: string, symbol: string): Promise<void> {
  const tiles = [{ x: 0, y: 0, width: 4, height: 3, content: { kind: 'quote', symbol } }];
  const response = await page.request.put(`${server.url}api/boards/shared`, {
    data: { title, inRotation: false, tiles },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

test('alerts, boards and settings changed on one device update on the others', async ({ page }) => {
  await putBoard(page, 'Shared', 'BTC');
  const wall = await device(page, 'board/shared?kiosk');
  const phone = await device(page, 'premium-alerts', PHONE);
  const data = { type: 'price', symbol: 'ETH', condition: 'above', value: 912_345, frequency: 'once' };
  await page.request.post(`${server.url}api/alerts`, { data });
  await expect(phone.getByRole('button', { name: /^More on ETH: .*912,345/ })).toBeVisible(SOON);
  await expect(wall.getByText('Bitcoin').first()).toBeVisible();
  await putBoard(page, 'Shared', 'ETH');
  await expect(wall.getByText('Ethereum').first()).toBeVisible(SOON);
  await page.request.put(`${server.url}api/settings`, { data: { colorScheme: 'dark' } });
  await expect(phone.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark', SOON);
  for (const other of [wall, phone]) await other.context().close();
});

test("an editor continues from another device's version of its board", async ({ page }) => {
  await putBoard(page, 'Shared', 'BTC');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await open(page, 'board/shared?edit');
  const tile = (name: RegExp) =>
    page.getByRole('group', { name: 'Board tiles' }).getByRole('button', { name });
  await expect(tile(/^Big quote BTC/)).toBeVisible();
  await putBoard(page, 'Shared', 'ETH');
  await expect(tile(/^Big quote ETH/)).toBeVisible(SOON);
  // The next edit starts from the received board, not from the earlier one.
  await tile(/^Big quote ETH/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(/^Big quote ETH, 4 × 3 at column 2, row 1$/)).toBeFocused();
  await expect
    .poll(async () => (await (await page.request.get(`${server.url}api/boards/shared`)).json()).tiles)
    .toMatchObject([{ x: 1, content: { symbol: 'ETH' } }]);
});
