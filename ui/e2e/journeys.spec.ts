import { readFileSync } from 'node:fs';
import { Journey } from './journey.ts';
import { startReceiver } from './receiver.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { panel } from './tickerPage.ts';

/**
 * The jobs that a person does every week, each with the number of actions that it may take. A change that needs more actions has to
 * justify them here. The server is not shared, because the jobs change lists, boards and settings.
 */
let server: Server;
test.beforeAll(async ({ request }) => {
  server = await startServer();
  await expect.poll(async () => (await request.get(`${server.url}api/tickers/AAPL`)).ok()).toBe(true);
});
test.afterAll(async () => server?.stop());

const chart = (page: Page) => panel(page, 'Price Chart');
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

/** Expects that a job took at most this number of actions. */
const expectAtMost = (journey: Journey, actions: number) => {
  expect(journey.count, `at most ${actions} actions: ${journey.story}`).toBeLessThanOrEqual(actions);
};

/** Creates a list, with tickers if `symbols` is given, and returns its id. */
async function createList(page: Page, name: string, symbols: readonly string[] = []): Promise<number> {
  const created = await page.request.post(`${server.url}api/watchlists`, { data: { name, userId: 1 } });
  const { id } = await created.json();
  const entries = symbols.map((symbol) => ({ symbol, note: '' }));
  if (entries.length > 0)
    await page.request.post(`${server.url}api/watchlists/${id}/import`, { data: entries });
  return id;
}

test('job 1: find a company and see why it moves', async ({ page }) => {
  await page.goto(server.url);
  const journey = new Journey(page);
  await journey.press('/');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await journey.type('apple');
  await expect(palette(page).getByRole('option').first()).toContainText('AAPL');
  await journey.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Apple/ })).toBeVisible();
  await expect(panel(page, 'Why It Moves')).toContainText(/Technology/);
  expectAtMost(journey, 3);
});

test('job 2: create a list of fifteen companies from pasted text', async ({ page }) => {
  const symbols = 'AAPL, MSFT NVDA AMZN META\nGOOGL TSLA JPM V JNJ WMT PG XOM KO DIS'.replaceAll('\n', ' ');
  const id = await createList(page, 'Fifteen');
  await page.goto(`${server.url}watchlist/?list=${id}`);
  const journey = new Journey(page);
  await journey.click(page.getByRole('button', { name: /^Add Tickers?$/ }).first());
  const add = page.getByRole('dialog', { name: 'Add Ticker' });
  await expect(add.getByRole('searchbox', { name: 'Search for a ticker' })).toBeFocused();
  await journey.type(symbols);
  await journey.press('Enter');
  const count = async () => {
    const list = await page.request.get(`${server.url}api/watchlists/${id}/tickers`);
    return (await list.json()).tickers.length;
  };
  await expect.poll(count).toBe(15);
  await journey.press('Escape');
  await expect(add).toBeHidden();
  expectAtMost(journey, 4);
});

test('job 3: compare four companies over five years and keep the picture', async ({ page }) => {
  await page.goto(`${server.url}ticker/AAPL`);
  const journey = new Journey(page);
  await journey.click(chart(page).getByRole('button', { name: '5Y', exact: true }));
  await journey.click(chart(page).getByRole('button', { name: /^Compare/ }));
  const field = chart(page).getByRole('textbox', { name: 'Add a ticker' });
  for (const symbol of ['MSFT', 'NVDA', 'AMZN']) {
    await expect(field).toBeFocused();
    await journey.type(symbol);
    await expect(chart(page).getByRole('button', { name: new RegExp(`^${symbol}`) })).toBeVisible();
    await journey.press('Enter');
    await expect(page).toHaveURL(new RegExp(symbol));
  }
  await journey.click(chart(page).getByRole('button', { name: 'Export the chart' }));
  const download = page.waitForEvent('download');
  await journey.click(page.getByRole('button', { name: 'Picture (PNG)' }));
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  expectAtMost(journey, 10);
});

const fetchAlerts = async (page: Page) => (await page.request.get(`${server.url}api/alerts`)).json();

test('job 5: move an alert on the chart, set an alert on a list, and snooze it', async ({ page }) => {
  const { price } = await (await page.request.get(`${server.url}api/tickers/PFE`)).json();
  const level = { type: 'price', symbol: 'PFE', condition: 'below', value: 0.97 * price, frequency: 'once' };
  await page.request.post(`${server.url}api/alerts`, { data: level });
  await page.goto(`${server.url}ticker/PFE?range=3M`);
  // The levels load with the first movement of the pointer.
  await chart(page).hover();
  const handle = chart(page).getByRole('spinbutton');
  await expect(handle).toBeVisible();
  await handle.scrollIntoViewIfNeeded();
  const dragging = new Journey(page);
  await dragging.drag(handle, { dy: 30 });
  await expect(page.getByText(/^Alert moved to/)).toBeVisible();
  expectAtMost(dragging, 1);

  await createList(page, 'Watched', ['NVDA', 'BTC']);
  await page.goto(`${server.url}premium-alerts`);
  const journey = new Journey(page);
  await journey.click(page.getByRole('button', { name: 'Any ticker in a list' }));
  await journey.choose(page.getByLabel('Any ticker in the list'), 'Watched');
  await journey.choose(page.getByLabel('Condition'), 'Percent Change');
  await journey.click(page.getByLabel('Value'));
  await journey.type('5');
  await journey.press('Enter');
  const more = page.getByRole('button', { name: /^More on Any ticker in Watched/ });
  await expect(more).toBeVisible();
  expectAtMost(journey, 6);

  const snoozing = new Journey(page);
  await snoozing.click(more);
  await snoozing.click(page.getByRole('dialog').getByRole('button', { name: '4 hours' }));
  await expect(page.getByText(/Watched is snoozed until/).first()).toBeVisible();
  expectAtMost(snoozing, 2);
  const list = (await fetchAlerts(page)).find((alert: { list: { name: string } | null }) => alert.list);
  expect(list).toMatchObject({ list: { name: 'Watched' }, value: 5, snoozedUntil: expect.any(String) });
});

test('job 6: build a board of eight tiles', async ({ page }) => {
  await page.goto(`${server.url}boards`);
  const journey = new Journey(page);
  await journey.click(page.getByRole('button', { name: 'New board' }));
  const tiles = page.getByRole('region', { name: 'Tiles', exact: true });
  for (const name of [
    'Large price',
    'Movers',
    'Session clock',
    'Fear & Greed',
    'Calendar',
    'Movers',
    'Alerts',
    'News ticker',
  ])
    await journey.click(tiles.getByRole('button', { name: new RegExp(`^${name}`) }));
  const fetchTiles = async () => {
    const boards = await (await page.request.get(`${server.url}api/boards`)).json();
    return boards.find(({ name }: { name: string }) => page.url().includes(`/board/${name}`))?.tiles ?? [];
  };
  await expect.poll(async () => (await fetchTiles()).length).toBe(8);
  expectAtMost(journey, 9);
});

test('job 7: see which companies of my list report soon', async ({ page }) => {
  await createList(page, 'Reporting', ['WMT', 'NVDA']);
  await page.goto(server.url);
  const journey = new Journey(page);
  await journey.press('/');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await journey.type('earnings');
  await expect(palette(page).getByRole('option').first()).toContainText('Earnings Calendar');
  await journey.press('Enter');
  await expect(page).toHaveURL(/earnings-calendar/);
  await journey.click(page.getByRole('group', { name: 'Tickers' }).getByRole('button', { name: 'My lists' }));
  await expect(page.getByRole('list', { name: 'Reports on this day' })).toContainText('WMT');
  expectAtMost(journey, 4);
});

test('job 8: find funds that cost at most 0.1 %', async ({ page }) => {
  await page.goto(`${server.url}etf-screener`);
  const journey = new Journey(page);
  await journey.click(page.getByRole('textbox', { name: 'Maximum expense ratio in percent' }));
  await journey.type('0.1');
  await expect(page).toHaveURL(/expense=0\.10$/);
  await expect(page.getByText(/\d+ of \d+ funds match/)).toBeVisible();
  expectAtMost(journey, 2);
});

test('job 9: choose German numbers, blue instead of green, and dense tables', async ({ page }) => {
  await page.goto(`${server.url}settings`);
  const journey = new Journey(page);
  await journey.choose(page.getByRole('combobox', { name: 'Region' }), 'German (Germany)');
  await journey.click(page.getByRole('button', { name: 'Blue up', exact: true }));
  await journey.click(page.getByRole('button', { name: 'Dense', exact: true }));
  await expect(page.getByRole('complementary', { name: 'Price bar' })).toContainText(/\d\.\d{3},\d\d/);
  expectAtMost(journey, 3);
});

test('job 10: set up ntfy for alerts on a phone, and send a test message', async ({ page }) => {
  const ntfy = await startReceiver();
  await page.goto(`${server.url}settings?section=channels`);
  const journey = new Journey(page);
  await journey.click(page.getByRole('button', { name: 'Add channel' }));
  const form = page.getByRole('dialog');
  await expect(form.getByRole('button', { name: 'ntfy', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await journey.click(form.getByLabel('Topic'));
  await journey.type('my-alerts');
  await journey.click(form.getByLabel('Server'));
  await journey.press('Control+a');
  await journey.type(ntfy.url);
  await journey.click(form.getByRole('button', { name: 'Send test' }));
  await expect(form.getByRole('status')).toContainText('Test arrived. 200 OK');
  expect(ntfy.paths).toHaveLength(1);
  await journey.click(form.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('region', { name: /^Channel / })).toContainText(new URL(ntfy.url).host);
  expectAtMost(journey, 8);
  await ntfy.stop();
});

test('job 11: export everything, and import it by Merge and by Replace', async ({ page }) => {
  await createList(page, 'Exported', ['KO']);
  await page.goto(`${server.url}settings?section=transfer`);
  const exporting = new Journey(page);
  const download = page.waitForEvent('download');
  await exporting.click(page.getByRole('link', { name: 'Export', exact: true }));
  const buffer = readFileSync(await (await download).path());
  expectAtMost(exporting, 1);
  const file = { name: 'mine.json', mimeType: 'application/json', buffer };
  const names = async () =>
    (await (await page.request.get(`${server.url}api/watchlists`)).json()).map(
      (list: { name: string }) => list.name,
    );
  const remove = async (name: string) => {
    const lists = await (await page.request.get(`${server.url}api/watchlists`)).json();
    const { id } = lists.find((list: { name: string }) => list.name === name);
    await page.request.delete(`${server.url}api/watchlists/${id}`);
  };

  await remove('Exported');
  await createList(page, 'Later');
  const merging = new Journey(page);
  await merging.chooseFile(page.getByRole('button', { name: 'Choose a file' }), file);
  await merging.click(page.getByRole('button', { name: 'Import', exact: true }));
  await expect.poll(names).toContain('Exported');
  expect(await names()).toContain('Later');
  expectAtMost(merging, 3);

  const replacing = new Journey(page);
  await replacing.chooseFile(page.getByRole('button', { name: 'Choose a file' }), file);
  await replacing.click(page.getByRole('button', { name: 'Replace' }));
  await replacing.click(page.getByRole('button', { name: 'Import', exact: true }));
  await replacing.click(page.getByRole('dialog').getByRole('button', { name: 'Replace' }));
  await expect.poll(names).not.toContain('Later');
  expect(await names()).toContain('Exported');
  expectAtMost(replacing, 5);
});

test('job 12: go from one chart to another by keyboard alone', async ({ page }) => {
  await page.goto(`${server.url}ticker/MSFT`);
  const journey = new Journey(page);
  await journey.press('n');
  await expect(palette(page).getByRole('combobox')).toHaveValue('n');
  await journey.type('vda');
  await expect(palette(page).getByRole('option').first()).toContainText('NVDA');
  await journey.press('Enter');
  await expect(page).toHaveURL(/ticker\/NVDA/i);
  await expect(chart(page).getByRole('slider', { name: 'Price chart crosshair' })).toBeVisible();
  expectAtMost(journey, 3);
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('job 4: turn on three indicators on a phone, with the plot in view', async ({ page }) => {
    await page.goto(`${server.url}ticker/AAPL?range=6M`);
    const journey = new Journey(page);
    await journey.tap(chart(page).getByRole('button', { name: /^Indicators/ }));
    for (const name of ['Simple moving average', 'Relative strength index', 'MACD'])
      await journey.tap(page.getByRole('switch', { name, exact: true }));
    await journey.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(chart(page).locator('[data-pane="price"]')).toBeInViewport();
    expectAtMost(journey, 5);
  });

  test('job 1 by touch: find a company from the thumb bar', async ({ page }) => {
    await page.goto(server.url);
    const journey = new Journey(page);
    await journey.tap(
      page.getByRole('navigation', { name: 'Quick links' }).getByRole('button', { name: 'Search' }),
    );
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await journey.type('apple');
    await journey.tap(palette(page).getByRole('option', { name: /AAPL/ }).first());
    await expect(page.getByRole('heading', { level: 1, name: /Apple/ })).toBeVisible();
    expectAtMost(journey, 3);
  });
});
