import { button, cell, crosshair, expectTicker, openCharts, range, tickerOf } from './chartsPage.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Locator, type Page, test } from './test.ts';

/** These tests start their own server, because drawings are saved on the server. */
let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => server?.stop());

const FOUR_CHARTS = ['AAPL', 'MSFT', '^GSPC', 'NVDA'].map((symbol) => `${symbol}?range=3M`);

/** The day at a chart's crosshair. */
const dayOf = async (page: Page, number: number) =>
  /\w+ \d+, 20\d\d/.exec((await crosshair(page, number).getAttribute('aria-valuetext')) ?? '')?.[0];

async function rightEdgeOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.x + box.width : Number.NaN;
}

/** Expects all charts to mark the day of the first one, which is not the last day. */
async function expectSameDay(page: Page, count: number, lastDay: string | undefined): Promise<void> {
  await expect.poll(() => dayOf(page, 1)).not.toBe(lastDay);
  const day = await dayOf(page, 1);
  for (let number = 2; number <= count; number++) await expect.poll(() => dayOf(page, number)).toBe(day);
}

for (const count of [2, 4]) {
  test(`the crosshair of ${count} linked charts moves by pointer and by key`, async ({ page }) => {
    await openCharts(page, server.url, FOUR_CHARTS.slice(0, count), 'crosshair');
    const lastDay = await dayOf(page, 1);
    const box = (await crosshair(page, 1).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await expectSameDay(page, count, lastDay);
    await page.mouse.move(box.x + box.width / 2, 5);
    for (let number = 1; number <= count; number++)
      await expect.poll(() => dayOf(page, number)).toBe(lastDay);

    await crosshair(page, 1).focus();
    for (const key of ['ArrowLeft', 'PageDown', 'ArrowLeft']) await page.keyboard.press(key);
    await expectSameDay(page, count, lastDay);
    await page.keyboard.press('Escape');
    for (let number = 2; number <= count; number++)
      await expect.poll(() => dayOf(page, number)).toBe(lastDay);
  });
}

test('range and ticker of four linked charts change by key, and their prices are live', async ({ page }) => {
  await openCharts(page, server.url, FOUR_CHARTS, 'symbol,range');
  await range(page, 3, '1Y').focus();
  await page.keyboard.press('Enter');
  for (const number of [1, 2, 3, 4])
    await expect(range(page, number, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await tickerOf(page, 4).focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 4).getByLabel('Search for a ticker')).toBeFocused();
  await page.keyboard.type('btc');
  await page.keyboard.press('Enter');
  for (const number of [1, 2, 3, 4]) await expectTicker(page, number, 'BTC');
  const texts = () => Promise.all([1, 2, 3, 4].map((number) => cell(page, number).innerText()));
  const before = await texts();
  // Each chart renders its price when it has time, so they don't change together.
  const changed = new Set<number>();
  const countChanged = async () => {
    for (const [index, text] of (await texts()).entries()) if (text !== before[index]) changed.add(index);
    return changed.size;
  };
  await expect.poll(countChanged).toBe(4);
});

test('all controls of a chart are inside it, whatever its width', async ({ page }) => {
  await openCharts(page, server.url, FOUR_CHARTS);
  for (const width of [768, 900, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 1024 });
    for (const number of [1, 2, 3, 4]) {
      const last = cell(page, number).getByRole('link', { name: /^Open the page/ });
      const label = `chart ${number} at ${width} px`;
      expect(await rightEdgeOf(last), label).toBeLessThan(await rightEdgeOf(cell(page, number)));
    }
  }
});

test('a single chart has the controls of its ticker page', async ({ page }) => {
  await openCharts(page, server.url, ['AAPL?range=1Y']);
  await button(page, '1').click();
  for (const name of ['Draw', /^Compare/, /^Indicators/])
    await expect(cell(page, 1).getByRole('button', { name, exact: typeof name === 'string' })).toBeVisible();
  await cell(page, 1).getByLabel('Chart type').selectOption('candles');
  await expect(page).toHaveURL(/mode%3Dcandles/);
});

test('a drawing is made in one chart and shown in all charts of its ticker', async ({ page }) => {
  await openCharts(page, server.url, ['KO?range=3M', 'KO?range=1Y']);
  await crosshair(page, 1).focus();
  await page.keyboard.press('d');
  await cell(page, 1).getByRole('button', { name: 'Level', exact: true }).click();
  await expect(crosshair(page, 1)).toBeFocused();
  await expect(cell(page, 1).getByRole('button', { name: 'Cancel drawing' })).toBeVisible();
  const plot = await cell(page, 1).locator('[data-pane="price"]').boundingBox();
  await page.mouse.click((plot?.x ?? 0) + 100, (plot?.y ?? 0) + (plot?.height ?? 0) * 0.7);
  await expect(page.getByText('Level saved')).toBeVisible();

  await cell(page, 2).getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(cell(page, 2).getByRole('button', { name: /^Select Level at/ })).toBeVisible();
  await cell(page, 2)
    .getByRole('button', { name: /^Delete Level at/ })
    .click();
  await expect(cell(page, 2).getByRole('button', { name: /^Select Level at/ })).toHaveCount(0);
  await expect
    .poll(async () => (await page.request.get(`${server.url}api/drawings?symbol=KO`)).json())
    .toEqual([]);

  // A comparison has no price axis to draw on.
  await page.keyboard.press('Escape');
  await openCharts(page, server.url, ['KO?vs=PEP', 'PEP']);
  await expect(cell(page, 1).getByRole('button', { name: 'Draw' })).toHaveCount(0);
  await expect(cell(page, 2).getByRole('button', { name: 'Draw' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('linked charts follow a finger', async ({ page }) => {
    await openCharts(page, server.url, FOUR_CHARTS.slice(0, 2), 'crosshair,range');
    await page.evaluate(() => window.scrollTo(0, 0));
    const lastDay = await dayOf(page, 1);
    const box = (await crosshair(page, 1).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 60);
    await expectSameDay(page, 2, lastDay);
    await range(page, 1, '1M').tap();
    await expect(range(page, 2, '1M')).toHaveAttribute('aria-pressed', 'true');
    // All controls around the plot can be hit with a thumb.
    const controls = cell(page, 1)
      .locator(':is(a, button, select):not([data-stage] *)')
      .filter({ visible: true });
    expect(await controls.count()).toBeGreaterThan(10);
    for (const control of await controls.all())
      expect((await control.boundingBox())?.height, String(control)).toBeGreaterThanOrEqual(44);
    // The plot is in view, above the thumb bar.
    const plot = await cell(page, 1).locator('[data-pane="price"]').boundingBox();
    expect(plot?.height).toBeGreaterThanOrEqual(200);
    expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeLessThan(780);
  });
});
