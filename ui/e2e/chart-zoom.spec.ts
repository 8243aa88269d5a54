import { expectAccessible } from './axe.ts';
import { countDrawings } from './countDrawings.ts';
import { expect, type Page, test } from './test.ts';
import { openTicker, panel } from './tickerPage.ts';

const DAY = 86_400_000;
const chart = (page: Page) => panel(page, 'Price Chart');
const slider = (page: Page) => chart(page).getByRole('slider', { name: 'Price chart crosshair' });
const waitForZoom = (page: Page) => expect(slider(page)).toHaveAttribute('data-zoom', 'true');
const sentence = (page: Page) => chart(page).locator('footer p');
const reset = (page: Page) => chart(page).getByRole('button', { name: 'Reset zoom' });

/** Daily bars that end on November 20. Each bar is one dollar higher than the previous one. */
const days = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const price = 1100 - count + i;
    const timestamp = new Date(Date.parse('2026-11-20T00:00:00Z') - (count - 1 - i) * DAY).toISOString();
    return { timestamp, price, open: price - 1, high: price + 1, low: price - 2, volume: 1e6 };
  });

/** Opens a chart with a mocked history: 61 days for the range, and 1,000 days for 5Y and for zooming. */
async function open(page: Page, query = 'range=3M'): Promise<void> {
  await page.route('**/price-history?*', (route) => {
    const isFiveYears = /timeframe=5Y/.test(route.request().url());
    return route.fulfill({ json: days(isFiveYears ? 1000 : 61) });
  });
  await page.route('**/bars?*', (route) =>
    route.fulfill({ json: days(1000).map(({ price, ...bar }) => ({ ...bar, close: price })) }),
  );
  await openTicker(page, 'AAPL', { updatedAt: '2026-11-01T00:00:00Z', decimals: 2 });
  await page.goto(`ticker/AAPL?${query}`);
  await expect(chart(page).locator('canvas')).toHaveCount(1);
}

async function sliderBox(page: Page) {
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('no chart');
  return box;
}

test('dragging zooms to a span, Esc cancels, a double click resets, and the wheel zooms at the pointer', async ({
  page,
}) => {
  await open(page);
  await expect(sentence(page)).toContainText('3M: from $1,039.00 to $1,099.00');
  await slider(page).hover();
  await waitForZoom(page);
  const { x, y, width } = await sliderBox(page);
  const pointAt = (fraction: number) => [x + fraction * width, y + 60] as const;
  // Points 15 and 45 of 61.
  await page.mouse.move(...pointAt(0.25));
  await page.mouse.down();
  await page.mouse.move(...pointAt(0.75), { steps: 3 });
  await expect(sentence(page)).toHaveText('Release to zoom. Esc cancels, double click resets.');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^\+2\.85%, \+\$30\.00, 30 days, /);
  await page.keyboard.press('Escape');
  await expect(sentence(page)).toContainText('3M: from');
  await page.mouse.up();
  await expect(reset(page)).toHaveCount(0);
  // A drag over fewer than two points counts as a click and doesn't zoom.
  await page.mouse.down();
  await page.mouse.move(...pointAt(0.755), { steps: 2 });
  await page.mouse.up();
  await expect(reset(page)).toHaveCount(0);

  await page.mouse.move(...pointAt(0.25));
  await page.mouse.down();
  await page.mouse.move(...pointAt(0.75), { steps: 3 });
  await page.mouse.up();
  await expect(sentence(page)).toContainText('Oct 6 – Nov 5, 2026: from $1,054.00 to $1,084.00, up 2.85%.');
  await expect(page).toHaveURL(/range=3M&from=2026-10-06&to=2026-11-05$/);
  await page.mouse.dblclick(...pointAt(0.5));
  await expect(sentence(page)).toContainText('3M: from');
  await expect(page).toHaveURL(/\?range=3M$/);

  await page.mouse.move(...pointAt(1));
  await page.mouse.wheel(0, -400);
  await expect(reset(page)).toBeVisible();
  // The pointer was on the last day, which stays in place.
  await expect(sentence(page)).toContainText('to $1,099.00');
  await expect(sentence(page)).not.toContainText('from $1,039.00');
  await reset(page).click();
  await expect(sentence(page)).toContainText('3M: from');
});

test('a zoomed chart pans over five years: by dragging with Shift, the time axis or the brush', async ({
  page,
}) => {
  // The window is tall enough for the plot, the time axis and the brush.
  await page.setViewportSize({ width: 1280, height: 1300 });
  await open(page, 'range=3M&from=2026-10-06&to=2026-11-05');
  await expect(sentence(page)).toContainText('Oct 6 – Nov 5, 2026');
  await slider(page).hover();
  await waitForZoom(page);
  const { x, y, width, height } = await sliderBox(page);
  const drag = async (top: number, fraction: number) => {
    await page.mouse.move(x + width / 2, top);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + fraction * width, top, { steps: 4 });
    await page.mouse.up();
  };
  await page.keyboard.down('Shift');
  await drag(y + 60, 0.5);
  await page.keyboard.up('Shift');
  await expect(sentence(page)).toContainText('Sep 21 – Oct 21, 2026');
  // Pans to dates before the selected range.
  for (let i = 0; i < 2; i++) await drag(y + height + 16, 0.5);
  await expect(sentence(page)).toContainText('Aug 22 – Sep 21, 2026');

  const start = chart(page).getByRole('slider', { name: 'Start of the part in view' });
  const handle = await start.boundingBox();
  if (!handle) throw new Error('no brush');
  await page.mouse.move(handle.x + 4, handle.y + 12);
  await page.mouse.down();
  await page.mouse.move(handle.x - 200, handle.y + 12, { steps: 3 });
  await page.mouse.up();
  await expect(sentence(page)).toContainText(/(2024|2025) – Sep 21, 2026|20\d\d – Sep 2\d, 2026/);
  await start.focus();
  await page.keyboard.press('Home');
  await expect(start).toHaveAttribute('aria-valuetext', 'Sun, Feb 25, 2024');
  await expect(sentence(page)).toContainText('from $100.00');
  await expectAccessible(page);
});

test('by keyboard: plus, minus and 0 zoom, Shift and arrows select, the crosshair moves the view', async ({
  page,
}) => {
  await open(page);
  await slider(page).focus();
  await page.keyboard.press('+');
  await expect(sentence(page)).toContainText('to $1,099.00');
  await expect(reset(page)).toBeVisible();
  await expect(sentence(page)).not.toContainText('from $1,039.00');
  // Waits until the five-year history is loaded; before that, Home moves to the first day of the range.
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '999');
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /\$100\.00$/);
  await expect(sentence(page)).toContainText('from $100.00');
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  await expect(sentence(page)).toContainText('3M: from $1,039.00');
  await page.keyboard.press('End');
  for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^\+0\.92%, \+\$10\.00, 10 days, /);
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toContainText('Nov 10 – 20, 2026: from $1,089.00 to $1,099.00');
  await expect(page).toHaveURL(/from=2026-11-10&to=2026-11-20$/);
  await expect(slider(page)).toHaveAccessibleDescription(/Plus and minus zoom, 0 shows the whole range/);
  const log = chart(page).getByRole('button', { name: 'Log scale' });
  await log.focus();
  await page.keyboard.press('Enter');
  await expect(log).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/scale=log/);
});

test('each turn of the wheel draws the chart once and requests no history', async ({ page }) => {
  const drawings = await countDrawings(page);
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('price-history') && requests.push(request.url()));
  await open(page, 'range=3M&from=2025-10-06&to=2026-11-05');
  await expect(sentence(page)).toContainText('Oct 6, 2025 – Nov 5, 2026');
  await slider(page).hover();
  await waitForZoom(page);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /2026|2025/);
  requests.length = 0;
  for (let turn = 0; turn < 3; turn++) {
    const [before, text] = [await drawings(), await sentence(page).textContent()];
    await page.mouse.wheel(0, -100);
    await expect(sentence(page)).not.toHaveText(text ?? '');
    await expect.poll(drawings).toBe(before + 1);
  }
  expect(requests).toEqual([]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('two fingers zoom the chart, and one finger does not', async ({ page }) => {
    await open(page);
    const { x, y, width } = await sliderBox(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fractions: number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: fractions.map((fraction, id) => ({ id, x: x + fraction * width, y: y + 100 })),
      });
    await touch('touchStart', 0.5);
    await touch('touchEnd');
    await waitForZoom(page);
    await expect(reset(page)).toHaveCount(0);
    await touch('touchStart', 0.4, 0.6);
    for (const distance of [0.15, 0.2, 0.3, 0.4]) await touch('touchMove', 0.5 - distance, 0.5 + distance);
    await touch('touchEnd');
    await expect(reset(page)).toBeVisible();
    await expect(sentence(page)).toContainText(/Oct \d+ – (Oct|Nov) \d+, 2026|Oct \d+ – \d+, 2026/);
    await reset(page).tap();
    await expect(sentence(page)).toContainText('3M: from');
  });
});
