import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const DAY = 86_400_000;
const chart = (page: Page) => panel(page, 'Price Chart');
const slider = (page: Page) => chart(page).getByRole('slider', { name: 'Price chart crosshair' });
const drawButton = (page: Page) => chart(page).getByRole('button', { name: 'Draw', exact: true });
const hint = (page: Page, text: string) => chart(page).getByText(text, { exact: true });

interface Drawing {
  id: number;
  tool: string;
  points: { time: string; price: number }[];
}

const fetchDrawings = async (page: Page, symbol: string): Promise<Drawing[]> =>
  (await page.request.get(`api/drawings?symbol=${symbol}`)).json();

/** Saves a drawing on the server. */
async function saveDrawing(
  page: Page,
  symbol: string,
  tool: string,
  points: [time: string, price: number][],
) {
  const data = { symbol, tool, points: points.map(([time, price]) => ({ time, price })) };
  return (await page.request.post('api/drawings', { data })).json();
}

/** 61 daily bars that end on November 20, each one dollar higher than the previous one: from $1,039 to $1,099. */
const days = Array.from({ length: 61 }, (_, i) => {
  const price = 1039 + i;
  const timestamp = new Date(Date.parse('2026-11-20T00:00:00Z') - (60 - i) * DAY).toISOString();
  return { timestamp, price, open: price - 1, high: price + 3, low: price - 3, volume: 1e6 };
});
const dayAt = (index: number) => (days[index]?.timestamp ?? '').replace('.000', '');

/** Opens a chart with the bars above, and waits until it responds to the pointer. */
async function open(page: Page, symbol: string, query = 'range=3M'): Promise<void> {
  await page.route('**/price-history?*', (route) => route.fulfill({ json: days }));
  await openTicker(page, symbol, { updatedAt: '2026-11-01T00:00:00Z', decimals: 2 });
  await page.goto(`ticker/${symbol}?${query}`);
  await waitUntilReady(page);
}

async function waitUntilReady(page: Page): Promise<void> {
  await expect(chart(page).locator('canvas')).toHaveCount(1);
  await slider(page).hover({ position: { x: 20, y: 20 } });
  await expect(slider(page)).toHaveAttribute('data-zoom', 'true');
}

/** Returns a function that converts the index of a bar and a height in the pane (0 at its top) to page coordinates. */
async function pageCoordinates(page: Page) {
  const box = await chart(page).locator('[data-pane="price"]').boundingBox();
  if (!box) throw new Error('no chart');
  return (index: number, height: number) =>
    [box.x + Math.max(1, (index / 60) * box.width), box.y + height * box.height] as const;
}

async function choose(page: Page, tool: string): Promise<void> {
  await drawButton(page).click();
  await chart(page).getByRole('button', { name: tool, exact: true }).click();
  await expect(slider(page)).toBeFocused();
  await expect(chart(page).getByRole('button', { name: 'Cancel drawing' })).toBeVisible();
}

/** A position on the page in px. */
type Coordinates = readonly [x: number, y: number];

async function drag(page: Page, from: Coordinates, to: Coordinates): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

const TWO_POINTS = [
  ['trend', 'Trend line', 'Trend line saved'],
  ['ray', 'Ray', 'Ray saved'],
  ['fibonacci', 'Fibonacci retracement', 'Fibonacci retracement saved'],
  ['measure', 'Measure', 'Measurement saved'],
] as const;

test('each tool draws with two clicks or a drag, and a level with one click', async ({ page }) => {
  await open(page, 'KO');
  const at = await pageCoordinates(page);
  for (const [index, [tool, name, message]] of TWO_POINTS.entries()) {
    await choose(page, name);
    if (index % 2 === 0) await drag(page, at(10, 0.9), at(40, 0.3));
    else {
      await page.mouse.click(...at(10, 0.9));
      await page.mouse.move(...at(25, 0.5));
      await page.mouse.click(...at(40, 0.3));
    }
    await expect(page.getByText(message)).toBeVisible();
    const [drawing] = (await fetchDrawings(page, 'KO')).slice(-1);
    expect(drawing).toMatchObject({ tool, points: [{ time: dayAt(10) }, { time: dayAt(40) }] });
    const [first = 0, second = 0] = drawing?.points.map(({ price }) => price) ?? [];
    expect(second).toBeGreaterThan(first + 20);
  }
  await choose(page, 'Level');
  await expect(hint(page, 'Click the price of the level. Esc cancels.')).toBeVisible();
  await page.mouse.click(...at(30, 0.2));
  await expect(page.getByText('Level saved')).toBeVisible();
  expect((await fetchDrawings(page, 'KO')).map(({ tool }) => tool)).toEqual([
    ...TWO_POINTS.map(([tool]) => tool),
    'level',
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fetchDrawings(page, 'KO')).toHaveLength(4);

  await choose(page, 'Trend line');
  await expect(hint(page, 'Click where the line begins. Esc cancels.')).toBeVisible();
  await page.mouse.click(...at(10, 0.9));
  await expect(hint(page, 'Click where the line ends. Esc cancels.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint(page, 'Click where the line ends. Esc cancels.')).toHaveCount(0);
  expect(await fetchDrawings(page, 'KO')).toHaveLength(4);
});

test('keys draw: D opens the tools, arrows move the point, Enter sets it', async ({ page }) => {
  await open(page, 'PEP');
  await page.mouse.move(0, 0);
  await slider(page).focus();
  await page.keyboard.press('d');
  await expect(chart(page).getByRole('button', { name: 'Trend line' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slider(page)).toBeFocused();
  await expect(hint(page, 'Click where the line begins. Esc cancels.')).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  // The point is at the bar's close until a key changes its price.
  await page.keyboard.press('Enter');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(
    chart(page)
      .getByRole('status')
      .filter({ hasText: /^\$1,0\d\d\.\d\d$/ }),
  ).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Trend line saved')).toBeVisible();
  const [{ points: [first, second] = [] } = {} as Drawing] = await fetchDrawings(page, 'PEP');
  expect(first).toEqual({ time: dayAt(1), price: 1040 });
  expect(second?.time).toEqual(dayAt(4));
  expect(second?.price).toBeGreaterThan(1043);

  // The list in the menu selects and deletes.
  await page.keyboard.press('d');
  const entry = chart(page).getByRole('button', { name: 'Select Trend line' });
  // A drawing can be selected once the server has given it an id.
  await expect(entry).toBeEnabled();
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(chart(page).getByRole('group', { name: /^Trend line, \$1,040\.00 to/ })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Trend line deleted')).toBeVisible();
  expect(await fetchDrawings(page, 'PEP')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => fetchDrawings(page, 'PEP'))
    .toMatchObject([{ tool: 'trend', points: [first, second] }]);
});

test('a drawing stays after a reload, appears on another device, and is drawn at other ranges and in candles', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, 'MCD');
  const at = await pageCoordinates(page);
  await choose(page, 'Level');
  await page.mouse.click(...at(30, 0.5));
  await expect(page.getByText('Level saved')).toBeVisible();
  const [level] = await fetchDrawings(page, 'MCD');
  const price = level?.points[0]?.price ?? 0;
  const name = `Level at $${price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const selected = chart(page).getByRole('group', { name });
  for (const query of ['range=3M', 'range=1M&mode=candles', 'range=3M&mode=bars&scale=log']) {
    await open(page, 'MCD', query);
    const at = await pageCoordinates(page);
    // The mocked bars are the same at each range, so the level stays in the middle.
    await expect(async () => {
      await page.mouse.click(...at(50, 0.5));
      await expect(selected).toBeVisible({ timeout: 1500 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(selected).toHaveCount(0);
  }
  const other = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await other.goto('ticker/MCD?range=1Y');
  await waitUntilReady(other);
  await drawButton(other).click();
  await chart(other)
    .getByRole('button', { name: `Select ${name}` })
    .click();
  await expect(chart(other).getByRole('group', { name })).toBeVisible();
  // A drawing that is deleted on the other device disappears on this one.
  await chart(other).getByRole('button', { name: 'Delete the drawing' }).click();
  await drawButton(page).click();
  await expect(chart(page).getByRole('button', { name: 'Delete all' })).toHaveCount(0);
  await other.context().close();
});

test('handles and whole drawings are dragged, and deleted with Delete; each can be undone', async ({
  page,
}) => {
  const { id } = await saveDrawing(page, 'NKE', 'trend', [
    [dayAt(10), 1050],
    [dayAt(40), 1080],
  ]);
  await open(page, 'NKE');
  const at = await pageCoordinates(page);
  const [line] = await fetchDrawings(page, 'NKE');
  const points = async () => (await fetchDrawings(page, 'NKE')).map((drawing) => drawing.points)[0];
  // The lowest close, $1,039, is drawn at the height 0.946, and the highest one, $1,099, at 0.053.
  const heightOf = (price: number) => 0.946 - ((price - 1039) / 60) * 0.893;
  const first = at(10, heightOf(1050));
  await expect(async () => {
    await page.mouse.move(...at(30, heightOf(1070)));
    await page.mouse.move(...first);
    await expect(page.locator('[data-stage][data-cursor="over"]')).toBeVisible({ timeout: 500 });
  }).toPass();
  await drag(page, first, at(15, 0.3));
  await expect(page.getByText('Trend line moved')).toBeVisible();
  const moved = (await points()) ?? [];
  expect(moved[0]?.time).toBe(dayAt(15));
  expect(moved[0]?.price).toBeGreaterThan(1070);
  expect(moved[1]).toEqual(line?.points[1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(points).toEqual(line?.points);

  await drag(page, at(25, heightOf(1065)), at(35, heightOf(1065)));
  await expect(page.getByText('Trend line moved')).toBeVisible();
  expect(((await points()) ?? []).map(({ time }) => time.replace('.000', ''))).toEqual([
    dayAt(20),
    dayAt(50),
  ]);
  // Dragging the line did not zoom the chart.
  await expect(chart(page).getByRole('button', { name: 'Reset zoom' })).toHaveCount(0);
  await page.mouse.click(...at(35, heightOf(1065)));
  await page.keyboard.press('Delete');
  await expect(page.getByText('Trend line deleted')).toBeVisible();
  expect(await fetchDrawings(page, 'NKE')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fetchDrawings(page, 'NKE')).toHaveLength(1);
  expect((await fetchDrawings(page, 'NKE'))[0]?.id).not.toBe(id);
});

test('a chart with drawings can be zoomed and panned', async ({ page }) => {
  await saveDrawing(page, 'DIS', 'level', [[dayAt(10), 1050]]);
  await open(page, 'DIS');
  const at = await pageCoordinates(page);
  const sentence = chart(page).locator('footer p');
  await drag(page, at(15, 0.3), at(45, 0.3));
  await expect(sentence).toContainText('Oct 6 – Nov 5, 2026');
  await page.keyboard.down('Shift');
  await drag(page, at(20, 0.3), at(30, 0.3));
  await page.keyboard.up('Shift');
  await expect(sentence).toContainText('Oct 1 – 31, 2026');
  expect(await fetchDrawings(page, 'DIS')).toMatchObject([{ points: [{ price: 1050 }] }]);
});

test('drawings can be hidden and deleted together, and the menu is accessible', async ({ page }) => {
  for (const price of [1050, 1060]) await saveDrawing(page, 'ORCL', 'level', [[dayAt(10), price]]);
  await open(page, 'ORCL');
  await expect(page.locator('[data-stage]')).toBeVisible();
  const at = await pageCoordinates(page);
  const cursor = page.locator('[data-stage][data-cursor="over"]');
  const findLevel = async () => {
    for (let height = 0.95; height > 0.5; height -= 0.015) {
      await page.mouse.move(...at(30, height));
      if ((await cursor.count()) > 0) return true;
    }
    return false;
  };
  await expect.poll(findLevel).toBe(true);
  await drawButton(page).click();
  await expect(chart(page).getByRole('button', { name: 'Select Level at $1,060.00' })).toBeVisible();
  await expectAccessible(page);
  await chart(page).getByLabel('Hide drawings').check();
  await page.keyboard.press('Escape');
  await expect(drawButton(page)).toBeFocused();
  expect(await findLevel()).toBe(false);
  await page.reload();
  await waitUntilReady(page);
  expect(await findLevel()).toBe(false);
  await drawButton(page).click();
  await chart(page).getByLabel('Hide drawings').uncheck();
  await chart(page).getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('2 drawings deleted')).toBeVisible();
  expect(await fetchDrawings(page, 'ORCL')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fetchDrawings(page, 'ORCL')).toHaveLength(2);
});

test('a level sets an alert at its price', async ({ page }) => {
  await saveDrawing(page, 'ADBE', 'level', [[dayAt(10), 1150]]);
  await open(page, 'ADBE');
  await drawButton(page).click();
  await chart(page).getByRole('button', { name: 'Select Level at $1,150.00' }).click();
  await chart(page).getByRole('button', { name: 'Alert at this price' }).click();
  await expect(page.getByText('Alert at $1,150.00 set')).toBeVisible();
  const alerts: { symbol: string; id: number; value: number }[] = await (
    await page.request.get('api/alerts')
  ).json();
  const adbeAlerts = alerts.filter(({ symbol }) => symbol === 'ADBE');
  expect(adbeAlerts.map(({ value }) => value)).toEqual([1150]);
  for (const { id } of adbeAlerts) await page.request.delete(`api/alerts/${id}`);
});

test('a read-only server shows drawings and offers no tools', async ({ page }) => {
  await saveDrawing(page, 'CRM', 'level', [[dayAt(10), 1060]]);
  const config = await (await page.request.get('api/config')).json();
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, readOnly: true } }));
  const listed = page.waitForResponse(/api\/drawings\?symbol=CRM/);
  await open(page, 'CRM');
  await listed;
  await expect(chart(page).getByRole('button', { name: 'Indicators' })).toBeVisible();
  await expect(drawButton(page)).toHaveCount(0);
  await slider(page).focus();
  await page.keyboard.press('d');
  await expect(chart(page).getByRole('button', { name: 'Trend line' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger draws a line by dragging, selects it with a tap and moves it', async ({ page }) => {
    await page.route('**/price-history?*', (route) => route.fulfill({ json: days }));
    await openTicker(page, 'INTC', { updatedAt: '2026-11-01T00:00:00Z', decimals: 2 });
    await page.goto('ticker/INTC?range=3M');
    await expect(chart(page).locator('canvas')).toHaveCount(1);
    await drawButton(page).tap();
    await page.getByRole('button', { name: 'Trend line', exact: true }).tap();
    await expect(hint(page, 'Drag to draw the line.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await chart(page).locator('[data-pane="price"]').scrollIntoViewIfNeeded();
    const at = await pageCoordinates(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, place?: Coordinates) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: place ? [{ x: place[0], y: place[1] }] : [],
      });
    const swipe = async (...[from, ...rest]: Coordinates[]) => {
      await touch('touchStart', from);
      for (const place of rest) await touch('touchMove', place);
      await touch('touchEnd');
    };
    const scrolled = await page.evaluate(() => scrollY);
    await swipe(at(10, 0.3), at(20, 0.4), at(30, 0.7), at(40, 0.8));
    await expect(page.getByText('Trend line saved')).toBeVisible();
    const [line] = await fetchDrawings(page, 'INTC');
    expect(line).toMatchObject({ points: [{ time: dayAt(10) }, { time: dayAt(40) }] });
    await swipe(at(25, 0.55));
    await expect(chart(page).getByRole('group', { name: /^Trend line/ })).toBeVisible();
    await swipe(at(25, 0.55), at(25, 0.5), at(25, 0.45));
    await expect(page.getByText('Trend line moved')).toBeVisible();
    const [moved] = await fetchDrawings(page, 'INTC');
    expect(moved?.points[0]?.price).toBeGreaterThan(line?.points[0]?.price ?? 0);
    expect(moved?.points[0]?.time).toBe(line?.points[0]?.time);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });
});
