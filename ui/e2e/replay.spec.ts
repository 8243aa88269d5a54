import { expectAccessible } from './axe.ts';
import { expect, type Page, test } from './test.ts';

interface Replay {
  times: string[];
  tickers: { id: number; base: number; prices: number[] }[];
}

const bar = (page: Page) => page.getByRole('group', { name: 'Replay of the day' });
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Time of the replay' });
const apple = (page: Page) => page.getByRole('link', { name: /\(AAPL\), .* today$/ });
/** Formats a change as heatmap tiles do: with a sign (a typographic minus) and two decimals. */
const changeText = (change: number) =>
  `${change < 0 ? '−' : change > 0 ? '+' : ''}${Math.abs(change).toFixed(2)}%`;

async function fetchReplay(page: Page): Promise<Replay> {
  return (await page.request.get('api/replay?type=stock')).json();
}

/** Returns the change of AAPL at a step, as shown. */
async function appleChangeText(page: Page, { tickers }: Replay, step: number): Promise<string> {
  const { id } = await (await page.request.get('api/tickers/AAPL')).json();
  const { base = 1, prices = [] } = tickers.find((each) => each.id === id) ?? {};
  return changeText(100 * ((prices[step] ?? Number.NaN) / base - 1));
}

/** Mocks a replay of three steps, in which AAPL rises by one dollar per step from a base of 100 dollars. */
async function mockShortDay(page: Page): Promise<void> {
  const { id } = await (await page.request.get('api/tickers/AAPL')).json();
  const times = ['2026-11-20T14:30:00Z', '2026-11-20T14:35:00Z', '2026-11-20T14:40:00Z'];
  const tickers = [{ id, base: 100, prices: [100, 101, 102] }];
  await page.route('**/api/replay*', (route) => route.fulfill({ json: { times, tickers } }));
}

test('the heatmap shows the prices of the chosen time, which is in the address', async ({ page }) => {
  const day = await fetchReplay(page);
  await page.goto('heatmap');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(bar(page).getByRole('button', { name: 'Play' })).toBeFocused();
  await expect(slider(page)).toHaveValue('0');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Fri 9:30 AM');
  await expect(apple(page)).toContainText(await appleChangeText(page, day, 0));
  await slider(page).fill('20');
  await expect(apple(page)).toContainText(await appleChangeText(page, day, 20));
  await slider(page).press('ArrowRight');
  await expect(apple(page)).toContainText(await appleChangeText(page, day, 21));
  await expect(bar(page)).toContainText('Fri 11:15 AM');
  await expect(page).toHaveURL(/replay=2026-11-20T16%3A15%3A00Z/);
  await page.reload();
  await expect(apple(page)).toContainText(await appleChangeText(page, day, 21));
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Back to live' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/replay/);
  // The live price moves while the test runs, so the page and the server are compared until they agree.
  await expect(async () => {
    const { change24h } = await (await page.request.get('api/tickers/AAPL')).json();
    await expect(apple(page)).toContainText(changeText(change24h), { timeout: 1000 });
  }).toPass();
});

test('selecting another period ends the replay, and selecting another market replays its day', async ({
  page,
}) => {
  await page.goto('heatmap?replay=2026-11-20T16:15:00Z');
  await expect(slider(page)).toHaveValue('21');
  await page.getByRole('button', { name: 'Crypto', exact: true }).click();
  await expect(slider(page)).toHaveAttribute('max', '96');
  await page.getByRole('button', { name: '1W', exact: true }).click();
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('button', { name: '1D', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a board replays the day in all tiles', async ({ page }) => {
  await mockShortDay(page);
  await page.goto('board/main');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(bar(page)).toBeVisible();
  await slider(page).press('End');
  // Another test may have created the board's list, so this checks only the heatmap.
  const map = page.locator('section', { has: page.getByRole('heading', { name: 'Stocks', exact: true }) });
  await expect(map).toContainText(/AAPL\s*\+2\.00%/);
  await bar(page).getByRole('button', { name: 'Back to live' }).click();
  await expect(map).not.toContainText(/AAPL\s*\+2\.00%/);
});

test('a day without prices and a failed request each show a message', async ({ page }) => {
  await page.route('**/api/replay*', (route) => route.fulfill({ json: { times: [], tickers: [] } }));
  await page.goto('heatmap?replay=start');
  await expect(page.getByText('No prices of this trading day are stored yet.')).toBeVisible();
  await page.unroute('**/api/replay*');
  await page.route('**/api/replay*', (route) => route.fulfill({ status: 500, body: 'Broken.' }));
  await page.reload();
  await expect(page.getByText("Couldn't load the prices of the day.")).toBeVisible();
  await page.unroute('**/api/replay*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(slider(page)).toBeEnabled();
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the day plays by itself to its end, and again from its start', async ({ page }) => {
    await mockShortDay(page);
    await page.goto('heatmap');
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect(apple(page)).toContainText('+2.00%');
    await expect(slider(page)).toHaveValue('2');
    await bar(page).getByRole('button', { name: 'Play' }).click();
    await expect(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(apple(page)).toContainText('+2.00%');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the bar is above the thumb bar while the strips are scrolled', async ({ page }) => {
    await page.goto('heatmap');
    await expect(apple(page)).toBeVisible();
    await page.getByRole('button', { name: 'Replay' }).tap();
    await expect(bar(page)).toBeVisible();
    await page.mouse.wheel(0, 400);
    const thumbBarBox = await page.locator('#thumb-bar').boundingBox();
    const box = await bar(page).boundingBox();
    expect(box && thumbBarBox && box.y + box.height <= thumbBarBox.y).toBe(true);
    expect(box?.y).toBeGreaterThan(600);
    await expectAccessible(page);
  });
});
