import { expectAccessible } from './axe.ts';
import { mockFeed } from './live.ts';
import { expect, type Page, test } from './test.ts';
import { createUpdate, openTicker } from './tickerPage.ts';

const BUTTON = 'Open in a little window';

/** Creates a list with two tickers and returns its id. */
async function createList(page: Page): Promise<number> {
  const { id } = await (
    await page.request.post('api/watchlists', { data: { name: 'Pocket', userId: 1 } })
  ).json();
  const entries = ['AAPL', 'KO'].map((symbol) => ({ symbol, note: '' }));
  await page.request.post(`api/watchlists/${id}/import`, { data: entries });
  return id;
}

/** Makes the page open its little window as a normal popup, which tests can inspect. */
const mockPictureInPicture = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'documentPictureInPicture', {
      configurable: true,
      value: {
        requestWindow: async ({ width, height }: { width: number; height: number }) =>
          window.open('about:blank', 'little', `width=${width},height=${height}`),
      },
    });
  });

test('a list in a little window has live prices, opens pages in the main one, and survives navigation', async ({
  page,
}) => {
  await mockPictureInPicture(page);
  const feed = await mockFeed(page);
  const id = await createList(page);
  await page.goto(`watchlist?list=${id}`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: BUTTON }).click();
  const little = await opened;
  const rows = little.getByRole('listitem');
  await expect(rows).toHaveText([/^AAPL/, /^KO/]);
  await expect(little.getByRole('heading', { name: 'Pocket' })).toBeVisible();
  await expectAccessible(little);
  const apple = await (await page.request.get('api/tickers/AAPL')).json();
  await expect.poll(() => feed.requests).toContain(`subscribe ${apple.id}`);
  feed.send(createUpdate(apple, 9876.5));
  await expect(rows.first()).toContainText('$9,876.50');
  await rows.nth(1).getByRole('button').click();
  await expect(page).toHaveURL(/\/ticker\/KO$/);
  feed.send({
    ...createUpdate(apple, 9877.5),
    data: { ...createUpdate(apple, 9877.5).data, updatedAt: '2027-01-01T00:00:00Z' },
  });
  await expect(rows.first()).toContainText('$9,877.50');
  await page.request.delete(`api/watchlists/${id}`);
});

test('browsers without picture-in-picture windows have no button for the little window', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'documentPictureInPicture', { value: undefined });
  });
  const id = await createList(page);
  await page.goto(`watchlist?list=${id}`);
  await expect(page.getByRole('button', { name: 'List actions' })).toBeVisible();
  await expect(page.getByRole('button', { name: BUTTON })).toHaveCount(0);
  await page.request.delete(`api/watchlists/${id}`);
});

test('the document title of a ticker page has the live price, and price changes are not announced to screen readers', async ({
  page,
}) => {
  const { feed, ticker } = await openTicker(page, 'AAPL', { price: 228.52, decimals: 2 });
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  await expect(page).toHaveTitle(/^\$228\.52 [+−]\d+\.\d+% · Apple Inc\. \(AAPL\) · Marketdeck$/);
  await expect.poll(() => feed.requests).toContain(`subscribe ${ticker.id}`);
  feed.send(createUpdate(ticker, 229.01));
  await expect(page).toHaveTitle(/^\$229\.01 /);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'ETFs' }).click();
  await expect(page).toHaveTitle(/^ETF.* · Marketdeck$/);
  await page.goBack();
  await expect(page).toHaveTitle(/^\$229\.01 /);
  await expect(page.locator('p[aria-live="polite"]').filter({ hasText: 'Apple' })).toHaveText(
    'Apple Inc. (AAPL) · Marketdeck',
  );
});

test('an alert plays a tone only if the sound is turned on in the settings', async ({ page }) => {
  await page.addInitScript(() => {
    const played: number[] = [];
    Object.assign(window, { played });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      played.push(this.frequency.value);
      start.call(this, when);
    };
  });
  const feed = await mockFeed(page);
  const played = () => page.evaluate(() => (window as unknown as { played: number[] }).played.length);
  let id = 900;
  const fire = async () => {
    id += 1;
    const report = {
      id,
      alertId: 1,
      symbol: 'AAPL',
      firedAt: '2026-11-20T19:00:00Z',
      sentence: `AAPL rose ${id}`,
    };
    feed.send({ type: 'alert_fired', data: report });
    await expect(page.getByText(`AAPL rose ${id}`).first()).toBeVisible();
  };
  await page.goto('settings');
  // The code that plays the tone loads with the first input.
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  await page.waitForLoadState('networkidle');
  const sound = page.getByRole('group', { name: 'Sound' });
  await expect(sound.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
  await fire();
  expect(await played()).toBe(0);
  await sound.getByRole('button', { name: 'On' }).click();
  await fire();
  await expect.poll(played).toBe(2);
  await page.getByRole('button', { name: 'Play the tone' }).click();
  await expect.poll(played).toBe(4);
  await page.reload();
  await expect(sound.getByRole('button', { name: 'On' })).toHaveAttribute('aria-pressed', 'true');
});
