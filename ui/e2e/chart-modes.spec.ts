import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { createUpdate, openTicker, panel } from './tickerPage.ts';

const DAY = 86_400_000;
const GREEN = [0x10, 0xb9, 0x81] as const;
const RED = [0xef, 0x44, 0x44] as const;

const chart = (page: Page) => panel(page, 'Price Chart');
const canvas = (page: Page) => chart(page).locator('canvas');
const pane = (page: Page, name: string) => chart(page).locator(`[data-pane="${name}"]`);
const mode = (page: Page, name: string) =>
  chart(page).getByRole('group', { name: 'Chart type' }).getByRole('button', { name });
const readOut = (page: Page) => chart(page).locator('p').filter({ hasText: / O / });

/** Daily bars that end on November 20. Every third bar falls, the others rise. */
const days = (count: number, volume = 1e6) =>
  Array.from({ length: count }, (_, i) => {
    const open = 200 + i;
    const price = i % 3 === 2 ? open - 2 : open + 2;
    return {
      timestamp: new Date(Date.parse('2026-11-20T00:00:00Z') - (count - 1 - i) * DAY).toISOString(),
      price,
      open,
      high: open + 3,
      low: open - 3,
      volume: volume * (1 + (i % 5)),
    };
  });

async function mockHistory(page: Page, points: ReturnType<typeof days>): Promise<void> {
  await page.route('**/price-history?*', (route) => route.fulfill({ json: points }));
}

/** Fields of a ticker whose live price is older than the served history, so that the history stays unchanged. */
const oldPrice = { updatedAt: '2026-11-01T00:00:00Z', decimals: 2 };
const open = async (page: Page, points = days(60)) => {
  await mockHistory(page, points);
  await openTicker(page, 'AAPL', oldPrice);
  await expect(canvas(page)).toHaveCount(1);
};

/** Counts the opaque pixels of the canvas that are close to a color. */
const countPixels = (page: Page, color: readonly number[]): Promise<number> =>
  canvas(page).evaluate(
    (element, [red, green, blue]) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let found = 0;
      for (let i = 0; i < data.length; i += 4) {
        const differences = [(data[i] ?? 0) - red, (data[i + 1] ?? 0) - green, (data[i + 2] ?? 0) - blue];
        if (differences.every((difference) => Math.abs(difference) < 12) && (data[i + 3] ?? 0) > 200) found++;
      }
      return found;
    },
    color as [number, number, number],
  );

test('the default is a line; candles and bars are green and red', async ({ page }) => {
  await open(page);
  await expect(mode(page, 'Line')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => countPixels(page, GREEN)).toBeGreaterThan(200);
  await expect.poll(() => countPixels(page, RED)).toBe(0);
  await mode(page, 'Candles').click();
  await expect.poll(() => countPixels(page, RED)).toBeGreaterThan(200);
  const candlePixels = await countPixels(page, RED);
  await mode(page, 'Bars').click();
  await expect.poll(() => countPixels(page, RED)).toBeLessThan(candlePixels);
  await expect.poll(() => countPixels(page, RED)).toBeGreaterThan(20);
  await expect.poll(() => countPixels(page, GREEN)).toBeGreaterThan(20);
  await expectAccessible(page);
});

test('the chart type is in the URL next to the range, and the browser remembers both', async ({ page }) => {
  await open(page);
  await mode(page, 'Candles').click();
  await chart(page).getByRole('button', { name: '6M', exact: true }).click();
  await expect(page).toHaveURL(/\?mode=candles&range=6M$/);
  await page.goto('ticker/AAPL');
  await expect(mode(page, 'Candles')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('ticker/AAPL?mode=bars');
  await expect(mode(page, 'Bars')).toHaveAttribute('aria-pressed', 'true');
  await mode(page, 'Line').click();
  await expect(page).toHaveURL(/ticker\/AAPL\?range=6M$/);
  await page.reload();
  await expect(mode(page, 'Line')).toHaveAttribute('aria-pressed', 'true');
});

test('the readout shows OHLC and volume of the bar under the crosshair, by pointer and by keyboard', async ({
  page,
}) => {
  await open(page);
  await mode(page, 'Candles').click();
  // The last of 60 bars falls from 259 to 257. Without the crosshair, its change is not shown next to that of the range.
  await expect(readOut(page)).toHaveText('Thu, Nov 19, 7:00 PM O 259.00 H 262.00 L 256.00 C 257.00 V 5.00M');
  const slider = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
  await slider.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
  await expect(readOut(page)).toContainText('O 258.00 H 261.00 L 255.00 C 260.00 +1.00 (+0.39%) V 4.00M');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /open \$258\.00, high \$261\.00, low \$255\.00, close \$260\.00, volume 4.00M$/,
  );
  const box = await slider.boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + 3, box.y + 100);
  await expect(readOut(page)).toContainText('O 200.00 H 203.00 L 197.00 C 202.00 V 1.00M');
  await expect(chart(page).locator('[data-side="left"], [data-side="right"]')).toHaveCount(0);
});

test('the chart types are reachable by keyboard', async ({ page }) => {
  await open(page);
  await mode(page, 'Line').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(mode(page, 'Candles')).toHaveAttribute('aria-pressed', 'true');
  await expect(mode(page, 'Candles')).toBeFocused();
});

test('in bar mode, the table has a column for each price of a bar', async ({ page }) => {
  await open(page, days(2));
  await chart(page).getByRole('button', { name: 'Show as table' }).click();
  await expect(chart(page).getByRole('columnheader')).toHaveText(['Time', 'Price']);
  await mode(page, 'Bars').click();
  await expect(chart(page).getByRole('columnheader')).toHaveText([
    'Time',
    'Open',
    'High',
    'Low',
    'Close',
    'Volume',
  ]);
  await expect(chart(page).getByRole('row').nth(1)).toContainText('$201.00$204.00$198.00$203.00');
});

test('volume has a pane below the price, with the event lane at its lower edge, if the volume is known', async ({
  page,
}) => {
  await open(page);
  await expect(pane(page, 'volume')).toHaveText('Volume');
  expect((await pane(page, 'volume').boundingBox())?.height).toBe(82);
  await page.unrouteAll();
  await open(page, days(60, 0));
  await expect(pane(page, 'price')).toHaveCount(1);
  await expect(pane(page, 'volume')).toHaveCount(0);
});

test('the last candle includes the live price', async ({ page }) => {
  await mockHistory(page, days(60));
  const { feed, ticker } = await openTicker(page, 'AAPL', { updatedAt: '2026-11-20T15:20:00Z', decimals: 2 });
  await mode(page, 'Candles').click();
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  feed.send(createUpdate(ticker, 300));
  await expect(readOut(page)).toContainText('O 259.00 H 300.00 L 256.00 C 300.00');
});

test('on 1D and 1W a dashed line marks the previous close of a stock; a coin has no such line', async ({
  page,
}) => {
  // Nothing else in the plot has the color of this line.
  const LINE_COLOR = [0x5b, 0x6b, 0x82] as const;
  const session = await (await page.request.get('api/tickers/AAPL/session-line')).json();
  await page.route('**/session-line?*', (route) =>
    route.fulfill({ json: { ...session, previousClose: session.price - 1 } }),
  );
  await openTicker(page, 'AAPL', {});
  await expect(canvas(page)).toHaveCount(1);
  const countLinePixels = () => countPixels(page, LINE_COLOR);
  await expect.poll(countLinePixels).toBeGreaterThan(0);
  const pixelsWithLine = await countLinePixels();
  await chart(page).getByRole('button', { name: '1M', exact: true }).click();
  await expect.poll(countLinePixels).toBeLessThan(pixelsWithLine - 200);
  const pixelsWithoutLine = await countLinePixels();
  await chart(page).getByRole('button', { name: '1D', exact: true }).click();
  await expect.poll(countLinePixels).toBeGreaterThan(pixelsWithoutLine + 200);
  await openTicker(page, 'BTC', {});
  await chart(page).getByRole('button', { name: '1D', exact: true }).click();
  await expect(chart(page)).toContainText('today');
  await expect.poll(countLinePixels).toBeLessThan(pixelsWithoutLine + 200);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the chart type is below the plot, and the readout above it', async ({ page }) => {
    await open(page);
    await mode(page, 'Candles').tap();
    await expect.poll(() => countPixels(page, RED)).toBeGreaterThan(50);
    const slider = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    if (!box) throw new Error('no chart');
    await page.touchscreen.tap(box.x + 3, box.y + 100);
    await expect(readOut(page)).toContainText('O 200.00 H 203.00 L 197.00 C 202.00');
    const [readOutBox, plot] = [await readOut(page).boundingBox(), await pane(page, 'price').boundingBox()];
    expect((readOutBox?.y ?? 0) + (readOutBox?.height ?? 0)).toBeLessThanOrEqual(plot?.y ?? 0);
    expect((await mode(page, 'Bars').boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
  });
});
