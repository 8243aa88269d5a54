import { expectAccessible } from './axe.ts';
import { holdRequests } from './checkPage.ts';
import { countDrawings } from './countDrawings.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { createUpdate, openTicker, panel } from './tickerPage.ts';

const HOUR = 3_600_000;
const chart = (page: Page) => panel(page, 'Price Chart');
const canvases = (page: Page) => chart(page).locator('canvas');
const panes = (page: Page) => chart(page).locator('[data-pane]');
const range = (page: Page, name: string) => chart(page).getByRole('button', { name, exact: true });

/** Hourly points that end at 19:00 UTC, near the start time of the test servers. */
function history(prices: readonly number[]) {
  const end = Date.parse('2026-11-20T19:00:00Z');
  return prices.map((price, i) => ({
    timestamp: new Date(end - (prices.length - 1 - i) * HOUR).toISOString(),
    price,
  }));
}
const wave = (count: number) => Array.from({ length: count }, (_, i) => 200 + 8 * Math.sin(i / 7) + i / 5);

/** Responds with these prices for every range. Returns the requested ranges. */
async function mockHistory(page: Page, prices: readonly number[]): Promise<string[]> {
  const requests: string[] = [];
  await page.route('**/price-history?*', (route) => {
    requests.push(new URL(route.request().url()).searchParams.get('timeframe') ?? '');
    return route.fulfill({ json: history(prices) });
  });
  return requests;
}

/** Fields of a ticker whose live price is older than the served history, so that the history stays unchanged. */
const oldPrice = { updatedAt: '2026-11-01T00:00:00Z' };

async function turnOnIndicators(page: Page, ...names: string[]) {
  await chart(page)
    .getByRole('button', { name: /^Indicators/ })
    .click();
  // On a phone, the switches are in a sheet over the page.
  for (const name of names) await page.getByRole('switch', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Counts the opaque pixels of a canvas that are close to a color. */
async function countPixels(canvas: Locator, [red, green, blue]: [number, number, number]): Promise<number> {
  return canvas.evaluate(
    (element, color) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let found = 0;
      for (let i = 0; i < data.length; i += 4) {
        const isNear = color.every((channel, k) => Math.abs(channel - (data[i + k] ?? 0)) < 12);
        if (isNear && (data[i + 3] ?? 0) > 200) found++;
      }
      return found;
    },
    [red, green, blue],
  );
}

test('CHRT-01 the chart has nine ranges, each with its own history; the default is a week', async ({
  page,
}) => {
  const requests = await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  const buttons = chart(page).getByRole('group', { name: 'Chart range' }).getByRole('button');
  await expect(buttons).toHaveText(['1D', '1W', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'Max']);
  await expect(range(page, '1W')).toHaveAttribute('aria-pressed', 'true');
  await expect(canvases(page)).toHaveCount(1);
  expect(requests).toEqual(['1W']);
  for (const name of ['1D', '1M', '3M', '6M', 'YTD', '1Y', '5Y']) {
    await range(page, name).click();
    await expect(range(page, name)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => requests).toContain(name);
  }
  await expect(buttons.and(page.locator('[aria-pressed="true"]'))).toHaveCount(1);
});

test('5Y and Max show the whole history of the sample market in at most 600 points', async ({ page }) => {
  const responses: { timestamp: string; open?: number }[][] = [];
  page.on('response', async (response) => {
    if (/price-history\?timeframe=(5Y|MAX)/.test(response.url())) responses.push(await response.json());
  });
  await openTicker(page, 'AAPL', {});
  await range(page, '5Y').click();
  await expect(chart(page)).toContainText('past five years');
  await range(page, 'Max').click();
  await expect(chart(page)).toContainText('since the first bar');
  await expect.poll(() => responses.length).toBe(2);
  const [fiveYears = [], wholeHistory = []] = responses;
  expect(fiveYears[0]?.timestamp).toMatch(/^2021-11/);
  expect(wholeHistory[0]?.timestamp).toMatch(/^2020-01/);
  for (const points of [fiveYears, wholeHistory]) {
    expect(points.length).toBeGreaterThan(250);
    expect(points.length).toBeLessThanOrEqual(600);
    expect(points.every(({ open }) => open !== undefined)).toBe(true);
  }
});

test('on a phone the ranges are below the plot and scroll to the selected one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  await expect(canvases(page)).toHaveCount(1);
  const ranges = chart(page).getByRole('group', { name: 'Chart range' });
  const distanceBelowPlot = async () => {
    const [plot, buttons] = [await canvases(page).boundingBox(), await ranges.boundingBox()];
    return plot && buttons ? buttons.y - (plot.y + plot.height) : -1;
  };
  await expect.poll(distanceBelowPlot).toBeGreaterThanOrEqual(0);
  await range(page, '5Y').click();
  await expect(range(page, '5Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(range(page, '5Y')).toBeInViewport({ ratio: 1 });
  expect((await range(page, '5Y').boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('CHRT-01 a range that is selected again a minute later is requested again', async ({ page }) => {
  const requests = await mockHistory(page, wave(100));
  await page.clock.install();
  await openTicker(page, 'AAPL', oldPrice);
  await range(page, '1M').click();
  await expect.poll(() => requests).toEqual(['1W', '1M']);
  // If the clock jumped while requests are pending, they would be aborted and repeated.
  await expect(chart(page)).toContainText('past month');
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(61_000);
  await range(page, '1W').click();
  await expect.poll(() => requests).toEqual(['1W', '1M', '1W']);
});

test('CHRT-01 the range is in the URL: a reload keeps it, and Back returns to the previous range', async ({
  page,
}) => {
  await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  await range(page, '1M').click();
  await expect(page).toHaveURL(/\/ticker\/AAPL\?range=1M$/);
  await page.reload();
  await expect(range(page, '1M')).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
  await expect(range(page, '1W')).toHaveAttribute('aria-pressed', 'true');
});

test('the selected range is remembered for the next ticker, and Back returns to the previous range', async ({
  page,
}) => {
  const requests = await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  await range(page, '1Y').click();
  await expect.poll(() => requests).toEqual(['1W', '1Y']);
  await openTicker(page, 'MSFT', oldPrice);
  await expect(range(page, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/ticker\/MSFT\?range=1Y$/);
  expect(requests).toEqual(['1W', '1Y', '1Y']);
  await range(page, '1W').click();
  await expect(page).toHaveURL(/\/ticker\/MSFT$/);
  await page.goBack();
  await expect(range(page, '1Y')).toHaveAttribute('aria-pressed', 'true');
});

test('CHRT-01 the placeholder is 300 px high, and the chart at least 320 px', async ({ page }) => {
  const release = await holdRequests(page, '**/price-history?*', { json: history(wave(50)) });
  await openTicker(page, 'AAPL', oldPrice);
  await expect(chart(page).getByRole('heading', { name: 'Price Chart' })).toBeVisible();
  await expect(range(page, '1W')).toBeVisible();
  expect((await chart(page).getByRole('status').boundingBox())?.height).toBe(300);
  await release();
  await expect(canvases(page)).toHaveCount(1);
  // Without volume, the event lane is at the lower edge of the price.
  expect((await panes(page).boundingBox())?.height).toBe(356 + 26);
});

test('CHRT-02 a rise is green, with its value and percentage', async ({ page }) => {
  await mockHistory(page, [...wave(30).slice(0, 1), ...wave(30), 210]);
  await openTicker(page, 'AAPL', oldPrice);
  await expect(chart(page).locator('strong')).toHaveText('+5.00%');
  await expect(chart(page)).toContainText('+$10.00 past week');
  await expect.poll(() => countPixels(canvases(page), [0x10, 0xb9, 0x81])).toBeGreaterThan(200);
  await expect.poll(() => countPixels(canvases(page), [0xef, 0x44, 0x44])).toBe(0);
});

test('CHRT-02 a fall is red', async ({ page }) => {
  await mockHistory(page, [...wave(30), 190]);
  await openTicker(page, 'AAPL', oldPrice);
  await expect(chart(page).locator('strong')).toHaveText('−5.00%');
  await expect.poll(() => countPixels(canvases(page), [0xef, 0x44, 0x44])).toBeGreaterThan(200);
  await expect.poll(() => countPixels(canvases(page), [0x10, 0xb9, 0x81])).toBe(0);
});

test('CHRT-02 the change is zero percent if the first price is zero', async ({ page }) => {
  await mockHistory(page, [0, ...wave(20)]);
  await openTicker(page, 'AAPL', oldPrice);
  await expect(chart(page).locator('strong')).toHaveText('+0.00%');
});

test('CHRT-03 all indicators are off by default; their parameters come from fixed lists and are remembered', async ({
  page,
}) => {
  await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  await chart(page).getByRole('button', { name: 'Indicators' }).click();
  const dialog = chart(page).getByRole('dialog');
  await expect(dialog.getByRole('switch')).toHaveCount(7);
  await expect(dialog.getByRole('switch', { checked: true })).toHaveCount(0);
  await dialog.getByRole('switch', { name: 'Bollinger bands' }).click();
  const period = dialog.getByRole('group', { name: 'Bollinger bands: Period' });
  const deviation = dialog.getByRole('group', { name: 'Bollinger bands: Deviation' });
  await expect(period.locator('label')).toHaveText(['10', '20', '30', '50']);
  await expect(deviation.locator('label')).toHaveText(['1', '1.5', '2', '2.5', '3']);
  const checkedOption = (group: typeof period) => group.getByRole('radio', { checked: true });
  await expect(checkedOption(period)).toHaveAccessibleName('20');
  await expect(checkedOption(deviation)).toHaveAccessibleName('2');
  await deviation.getByText('3', { exact: true }).click();
  await expect(checkedOption(deviation)).toHaveAccessibleName('3');
  await page.keyboard.press('ArrowLeft');
  await expect(checkedOption(deviation)).toHaveAccessibleName('2.5');
  await expect(checkedOption(deviation)).toBeFocused();
  await expect(checkedOption(period)).toHaveAccessibleName('20');
  await dialog.getByRole('switch', { name: 'Bollinger bands' }).click();
  await expect(period).toHaveCount(0);
  await dialog.getByRole('switch', { name: 'Bollinger bands' }).click();
  await expect(checkedOption(deviation)).toHaveAccessibleName('2.5');
  await expect(chart(page)).toContainText('Bollinger 20, 2.5');
});

test('CHRT-04 CHRT-05 oscillators have panes of their own, other indicators share the price axis', async ({
  page,
}) => {
  await mockHistory(page, wave(120));
  await openTicker(page, 'AAPL', oldPrice);
  await turnOnIndicators(
    page,
    'Simple moving average',
    'Exponential moving average',
    'Bollinger bands',
    'Ichimoku cloud',
  );
  await expect(panes(page)).toHaveCount(1);
  await turnOnIndicators(page, 'Relative strength index', 'MACD', 'Stochastic RSI');
  await expect(panes(page)).toHaveCount(4);
  await expect(canvases(page)).toHaveCount(1);
  await expect(chart(page).locator('[data-axis="percent"]')).toHaveCount(2);
  await expect(chart(page).locator('[data-axis="zero"]')).toHaveText(/^MACD 12, 26, 9 [−\d.]+ \/ [−\d.]+$/);
  expect((await panes(page).nth(1).boundingBox())?.height).toBe(84);
  await expectAccessible(page);
});

test('CHRT-04 indicators are not computed for fewer than ten points', async ({ page }) => {
  await mockHistory(page, wave(9));
  await openTicker(page, 'AAPL', oldPrice);
  await expect(panes(page)).toHaveCount(1);
  await turnOnIndicators(page, 'Relative strength index', 'Simple moving average');
  await expect(panes(page)).toHaveCount(1);
  await expect(chart(page).getByText('SMA 20')).toHaveCount(0);
  await expect(chart(page)).toContainText('Indicators need 10 points; this range has 9.');
});

test('CHRT-06 the crosshair shows the date, a dollar price and indicator values with two decimals', async ({
  page,
}) => {
  await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  await turnOnIndicators(page, 'Simple moving average', 'Relative strength index');
  const slider = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + box.width * 0.51, box.y + 100);
  // The pointer is on point 50 of 100. The last point is at 2 PM on November 20.
  const expected = wave(100)[50]?.toFixed(2) ?? '';
  const tooltip = chart(page).locator('[data-side="left"], [data-side="right"]');
  await expect(tooltip).toContainText('Wed, Nov 18, 1:00 PM');
  await expect(tooltip).toContainText(`$${expected}`);
  await expect(tooltip).toContainText(/SMA 20\d+\.\d\d/);
  await expect(tooltip).toContainText(/RSI 14\d+\.\d\d/);
  await page.mouse.move(box.x + box.width / 2, box.y - 200);
  await expect(tooltip).toHaveCount(0);
});

test('CHRT-06 arrow keys move the crosshair', async ({ page }) => {
  await mockHistory(page, [100, 101, 102, 103]);
  await openTicker(page, 'AAPL', oldPrice);
  const slider = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Fri, Nov 20, 2:00 PM, $103.00');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Fri, Nov 20, 1:00 PM, $102.00');
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /\$100\.00$/);
  await page.keyboard.press('Escape');
  await expect(chart(page).locator('[data-side="left"], [data-side="right"]')).toHaveCount(0);
});

test('CHRT-07 a history that fails to load is logged, shows an error and can be retried', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  let isBroken = true;
  await page.route('**/price-history?*', (route) =>
    isBroken ? route.fulfill({ status: 500, body: 'It broke.' }) : route.fallback(),
  );
  await openTicker(page, 'AAPL', oldPrice);
  await expect(chart(page)).toContainText("Couldn't load the price history for this range.");
  await expect(chart(page)).not.toContainText('No price history');
  isBroken = false;
  await chart(page).getByRole('button', { name: 'Try again' }).click();
  await expect(chart(page).getByRole('slider', { name: 'Price chart crosshair' })).toBeVisible();
  expect(logged.some((line) => line.includes('Failed to fetch price history'))).toBe(true);
});

test('CHRT-06 a single price is drawn as an indigo dot', async ({ page }) => {
  await mockHistory(page, [200]);
  await openTicker(page, 'AAPL', oldPrice);
  await expect.poll(() => countPixels(canvases(page), [0x63, 0x66, 0xf1])).toBeGreaterThan(4);
});

test('CHRT-07 no history is requested for a ticker without an id', async ({ page }) => {
  const requests = await mockHistory(page, wave(20));
  await openTicker(page, 'AAPL', { ...oldPrice, id: 0 });
  await expect(chart(page)).toBeVisible();
  await expect(panel(page, 'Key Statistics')).toBeVisible();
  await expect(chart(page)).toContainText('No price history for this range.');
  expect(requests).toEqual([]);
});

test('the line ends at the live price', async ({ page }) => {
  await mockHistory(page, wave(50));
  const { feed, ticker } = await openTicker(page, 'AAPL', { updatedAt: '2026-11-20T19:32:00Z' });
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  feed.send(createUpdate(ticker, 222.22));
  await expect(chart(page).getByRole('slider', { name: 'Price chart crosshair' })).toHaveAttribute(
    'aria-valuetext',
    /\$222\.22$/,
  );
  await expect(chart(page)).toContainText('to $222.22');
});

test('the chart has a text and a table version', async ({ page }) => {
  await mockHistory(page, [100, 90, 110]);
  await openTicker(page, 'AAPL', { ...oldPrice, decimals: 2 });
  await expect(chart(page)).toContainText(
    '1W: from $100.00 to $110.00, up 10.00%. Closing prices from $90.00 to $110.00.',
  );
  await chart(page).getByRole('button', { name: 'Show as table' }).click();
  await expect(chart(page).getByRole('row')).toHaveText([
    'TimePrice',
    'Fri, Nov 20, 2:00 PM$110.00',
    'Fri, Nov 20, 1:00 PM$90.00',
    'Fri, Nov 20, 12:00 PM$100.00',
  ]);
  await expectAccessible(page);
});

test('on a phone the readout is above the chart, where no thumb covers it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await mockHistory(page, wave(100));
  await openTicker(page, 'AAPL', oldPrice);
  await turnOnIndicators(page, 'Simple moving average');
  await expect(chart(page).locator('[data-side="left"], [data-side="right"]')).toHaveCount(0);
  await expect(chart(page).getByText('Fri, Nov 20, 2:00 PM')).toBeVisible();
  await expectAccessible(page);
});

test('the range Max shows all imported bars', async ({ page }) => {
  const requests = await mockHistory(page, wave(100));
  const imported = { file: 'a.csv', at: '2026-11-19T10:00:00Z', bars: 100, lastBar: null };
  await openTicker(page, 'AAPL', { ...oldPrice, imported });
  await range(page, 'Max').click();
  await expect.poll(() => requests).toContain('MAX');
});

test('each tick draws the chart once', async ({ page }) => {
  const drawings = await countDrawings(page);
  await mockHistory(page, wave(120));
  const { feed, ticker } = await openTicker(page, 'AAPL', { updatedAt: '2026-11-20T19:32:00Z' });
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  await turnOnIndicators(page, 'Simple moving average', 'MACD');
  await expect(panes(page)).toHaveCount(2);
  // Waits until the chart is no longer redrawn after the indicator panel closed.
  await expect
    .poll(async () => {
      const before = await drawings();
      await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame++) await new Promise((done) => requestAnimationFrame(done));
      });
      return (await drawings()) - before;
    })
    .toBe(0);
  for (const price of [211, 212, 213]) {
    const before = await drawings();
    feed.send(createUpdate(ticker, price));
    const slider = chart(page).getByRole('slider', { name: 'Price chart crosshair' });
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`\\$${price}\\.00$`));
    await expect.poll(drawings).toBe(before + 1);
  }
});

test('the chart uses new direction colors and a new color scheme without a reload', async ({ page }) => {
  await mockHistory(page, [...wave(30).slice(0, 1), ...wave(30), 210]);
  await openTicker(page, 'AAPL', oldPrice);
  await expect.poll(() => countPixels(canvases(page), [0x10, 0xb9, 0x81])).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Display settings' }).click();
  await page.getByRole('radio', { name: /color-blind safe/ }).click();
  await expect.poll(() => countPixels(canvases(page), [0x2f, 0x74, 0xe6])).toBeGreaterThan(200);
  await expect.poll(() => countPixels(canvases(page), [0x10, 0xb9, 0x81])).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Switch to dark colors' }).click();
  await expect.poll(() => countPixels(canvases(page), [0x4b, 0x8f, 0xf5])).toBeGreaterThan(200);
});

test('errors are red with all direction colors', async ({ page }) => {
  await page.goto('');
  const error = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-error').trim(),
    );
  await page.getByRole('button', { name: 'Display settings' }).click();
  const before = await error();
  await page.getByRole('radio', { name: /^Red up/ }).click();
  await expect.poll(error).toBe(before);
  expect(before).toBe('#c81e1e');
});

test('an indicator that needs more points than the range has shows that in its pane and legend', async ({
  page,
}) => {
  await mockHistory(page, wave(15));
  await openTicker(page, 'AAPL', oldPrice);
  await turnOnIndicators(page, 'MACD', 'Simple moving average');
  await expect(chart(page).locator('[data-pane="macd"]')).toContainText('Needs 34 points; this range has 15');
  await expect(chart(page).getByRole('listitem')).toHaveText(['SMA 20 needs 20 points; this range has 15']);
});

test('on a Saturday the day chart of a stock is labeled Friday, and the day chart of a coin is labeled today', async ({
  page,
}) => {
  const session = await (await page.request.get('api/market-session')).json();
  await page.route('**/api/market-session', (route) =>
    route.fulfill({ json: { ...session, now: '2026-11-22T02:10:00Z' } }),
  );
  await openTicker(page, 'AAPL', {});
  await range(page, '1D').click();
  await expect(chart(page)).toContainText(/[+−]\$[\d.]+ Friday/);
  const header = page.locator('main header').first();
  await expect(header.getByText('Fri', { exact: true })).toBeVisible();
  await expect(panel(page, 'Why It Moves').locator('header')).toContainText('Fri');
  await openTicker(page, 'BTC', {});
  await expect(header).toContainText('24h Change');
  await range(page, '1D').click();
  await expect(chart(page)).toContainText(/[+−]\$[\d.,]+ today/);
});

for (const width of [2560, 3840]) {
  test(`on a display ${width} px wide the axes have room for larger text`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1440 });
    await mockHistory(
      page,
      wave(100).map((price) => price / 1e6),
    );
    await openTicker(page, 'DOGE', { ...oldPrice, decimals: 8 });
    await expect(panes(page)).toHaveCount(1);
    const rem = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    );
    const [paneBox, canvasBox] = [await panes(page).boundingBox(), await canvases(page).boundingBox()];
    // As high as the window allows, up to 44 rem, and the event lane at its lower edge.
    expect(paneBox?.height).toBe(Math.min(44 * rem, 1440 - 34 * rem) + 1.625 * rem);
    // The axis has room for '0.00021000' at 0.6875 rem, plus margins.
    expect((canvasBox?.width ?? 0) - (paneBox?.width ?? 0)).toBeGreaterThan(5 * rem);
    await expectAccessible(page);
  });
}
