import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

/** These tests start their own server, because all browsers share its lists, alerts, boards and settings. */
let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => server.stop());

/** A timeout below the polling intervals, which are 15 s for boards and one minute for other data. */
const BEFORE_POLLING = { timeout: 8_000 };
const PHONE = { viewport: { width: 390, height: 844 } };

/** Opens a page in another browser context and waits for its live connection. */
async function openOnOtherDevice(page: Page, path: string, options = {}): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const otherPage = await (await browser.newContext(options)).newPage();
  await open(otherPage, path);
  return otherPage;
}

async function open(page: Page, path: string): Promise<void> {
  const firstFrame = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${server.url}${path}`);
  await firstFrame;
}

test('WTCH-02 a list that is changed on one device updates on two others, and unsaved input stays', async ({
  page,
}) => {
  const post = async (path: string, data: object) =>
    (await page.request.post(`${server.url}api/${path}`, { data })).json();
  const { id } = await post('watchlists', { name: 'Shared' });
  const { id: tickerId } = await (await page.request.get(`${server.url}api/tickers/AAPL`)).json();
  await post(`watchlists/${id}/tickers`, { tickerId });
  await open(page, 'watchlist');
  const laptop = await openOnOtherDevice(page, 'watchlist');
  const phone = await openOnOtherDevice(page, 'watchlist', PHONE);
  await laptop.getByRole('button', { name: 'Add a note on AAPL' }).click();
  const note = laptop.getByLabel('Note on AAPL');
  await note.fill('unfinished note');

  await page.getByRole('button', { name: 'Add Ticker' }).click();
  await page.getByRole('dialog', { name: 'Add Ticker' }).getByRole('searchbox').fill('nvidia');
  await page.getByRole('button', { name: 'Add NVDA' }).click();
  for (const otherPage of [laptop, phone]) {
    await expect(otherPage.getByRole('link', { name: 'NVDA' }).first()).toBeVisible(BEFORE_POLLING);
  }
  await expect(note).toHaveValue('unfinished note');
  await expect(note).toBeFocused();

  // The note appears on the other two devices.
  await note.press('Enter');
  await expect(phone.getByText('unfinished note')).toBeVisible(BEFORE_POLLING);
  await expect(page.getByText('unfinished note')).toBeVisible(BEFORE_POLLING);
  for (const otherPage of [laptop, phone]) await otherPage.context().close();
});

/** Creates a board with one big quote. */
async function saveBoard(page: Page, title: string, symbol: string): Promise<void> {
  const tiles = [{ x: 0, y: 0, width: 4, height: 3, content: { kind: 'quote', symbol } }];
  const response = await page.request.put(`${server.url}api/boards/shared`, {
    data: { title, inRotation: false, tiles },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

test('alerts, boards and settings that are changed on one device update on others', async ({ page }) => {
  await saveBoard(page, 'Shared', 'BTC');
  const wallScreen = await openOnOtherDevice(page, 'board/shared?kiosk');
  const phone = await openOnOtherDevice(page, 'premium-alerts', PHONE);
  const data = { type: 'price', symbol: 'ETH', condition: 'above', value: 912_345, frequency: 'once' };
  await page.request.post(`${server.url}api/alerts`, { data });
  await expect(phone.getByRole('button', { name: /^More on ETH: .*912,345/ })).toBeVisible(BEFORE_POLLING);
  await expect(wallScreen.getByText('Bitcoin').first()).toBeVisible();
  await saveBoard(page, 'Shared', 'ETH');
  await expect(wallScreen.getByText('Ethereum').first()).toBeVisible(BEFORE_POLLING);
  await page.request.put(`${server.url}api/settings`, { data: { colorScheme: 'dark' } });
  await expect(phone.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark', BEFORE_POLLING);
  for (const otherPage of [wallScreen, phone]) await otherPage.context().close();
});

test('the board editor applies a change from another device', async ({ page }) => {
  await saveBoard(page, 'Shared', 'BTC');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await open(page, 'board/shared?edit');
  const tile = (name: RegExp) =>
    page.getByRole('group', { name: 'Board tiles' }).getByRole('button', { name });
  await expect(tile(/^Large price BTC/)).toBeVisible();
  await saveBoard(page, 'Shared', 'ETH');
  await expect(tile(/^Large price ETH/)).toBeVisible(BEFORE_POLLING);
  // The next edit applies to the received board, not to the earlier one.
  await tile(/^Large price ETH/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(/^Large price ETH, 4 × 3 at column 2, row 1$/)).toBeFocused();
  await expect
    .poll(async () => (await (await page.request.get(`${server.url}api/boards/shared`)).json()).tiles)
    .toMatchObject([{ x: 1, content: { symbol: 'ETH' } }]);
});

test('a board that another device has changed is not overwritten', async ({ page }) => {
  await saveBoard(page, 'Shared', 'BTC');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await open(page, 'board/shared?edit');
  const tile = (name: RegExp) =>
    page.getByRole('group', { name: 'Board tiles' }).getByRole('button', { name });
  await expect(tile(/^Large price BTC/)).toBeVisible();
  await test.step('the editor shows the change of the other device, and can save its own', async () => {
    // Keeps the notice of the change from this page, as if both devices saved at the same time.
    await page.route('**/api/boards', (route) => route.abort());
    await saveBoard(page, 'Theirs', 'ETH');
    await tile(/^Large price BTC/).focus();
    await page.keyboard.press('ArrowRight');
    await expect(
      page.getByText('This board was changed on another device. Nothing was saved.'),
    ).toBeVisible();
    await expect(tile(/^Large price ETH/)).toBeVisible();
    await page.getByRole('button', { name: 'Save my version' }).click();
    await expect(page.getByText('Saved on this server')).toBeVisible();
    await page.unroute('**/api/boards');
    const saved = await (await page.request.get(`${server.url}api/boards/shared`)).json();
    expect(saved).toMatchObject({ title: 'Shared', tiles: [{ x: 1, content: { symbol: 'BTC' } }] });
  });
});
