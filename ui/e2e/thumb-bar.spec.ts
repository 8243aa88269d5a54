import { expectAccessible } from './axe.ts';
import { recordShifts } from './layoutShifts.ts';
import { expect, type Locator, type Page, test } from './test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });
const link = (page: Page, name: string) => bar(page).getByRole('link', { name });

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('not visible');
  return box;
};
/** Returns true if the bar, and nothing else, receives a tap at the lower edge of the window. */
const isOnTop = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(60, innerHeight - 20)?.closest('#thumb-bar') !== null);

test('a tap on a link opens its page, and the current page is marked', async ({ page }) => {
  await page.goto('sitemap');
  await expect(bar(page).locator('[aria-current]')).toHaveCount(0);
  for (const [name, path] of [
    ['Watchlist', /\/watchlist$/],
    ['Heatmap', /\/heatmap$/],
    ['Alerts', /\/premium-alerts$/],
    ['Home', /\/$/],
  ] as const) {
    await link(page, name).tap();
    await expect(page).toHaveURL(path);
    await expect(bar(page).locator('[aria-current="page"]')).toHaveText([name]);
  }
  await bar(page).getByRole('button', { name: 'Search' }).tap();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  expect(await isOnTop(page)).toBe(false);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(bar(page).getByRole('button', { name: 'Search' })).toBeFocused();
  expect(await isOnTop(page)).toBe(true);
});

test('each link is at least 48 px high, and the bar moves nothing', async ({ page }) => {
  const getShifts = await recordShifts(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('watchlist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const links = bar(page).locator('a, button');
  await expect(links).toHaveCount(5);
  for (const link of await links.all()) {
    const { width, height } = await boxOf(link);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    expect(await link.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page);
  }
  expect((await getShifts()).filter(({ movements }) => /bar/i.test(movements))).toEqual([]);
});

test('the bar works before the code of the app is loaded', async ({ page }) => {
  await page.route(/assets\/.*\.js$/, () => undefined);
  await page.goto('sitemap', { waitUntil: 'commit' });
  await expect(bar(page)).toBeVisible();
  await page.unroute(/assets\/.*\.js$/);
  await link(page, 'Watchlist').tap();
  await expect(page).toHaveURL(/\/watchlist$/);
});

test('the end of the page, toasts and sheets are not covered', async ({ page }) => {
  await page.goto('ticker/AAPL');
  const top = (await boxOf(bar(page))).y;

  await test.step('the end of the page', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const disclaimer = page.getByText('is not investment advice').last();
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const { y, height } = await boxOf(disclaimer);
      expect(y + height).toBeLessThanOrEqual(top);
    }).toPass();
  });

  await test.step('a focused link', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).focus();
    const { y, height } = await boxOf(page.locator(':focus'));
    expect(y + height).toBeLessThanOrEqual(top);
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  await test.step('a sheet', async () => {
    await page.getByRole('button', { name: 'Indicators' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Indicators' });
    await expect(sheet).toBeVisible();
    await expect.poll(() => isOnTop(page)).toBe(false);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('a toast', async () => {
    await page.context().setOffline(true);
    const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('alert');
    await expect(toast).toBeVisible();
    const { y, height } = await boxOf(toast);
    expect(y + height).toBeLessThan(top);
    await page.context().setOffline(false);
  });
});

test('the bar is out of view while a text field has the focus, and in print, landscape, full screen and on boards', async ({
  page,
}) => {
  await page.goto('not/found');
  await expect.poll(() => isOnTop(page)).toBe(true);
  await page
    .getByRole('main')
    .getByPlaceholder(/Enter ticker symbol/)
    .tap();
  expect(await isOnTop(page)).toBe(false);
  await page.getByRole('heading', { level: 1 }).tap();
  await expect.poll(() => isOnTop(page)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(bar(page)).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 667, height: 375 });
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('board/main');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.goto('ticker/AAPL');
  await page.getByRole('button', { name: /full screen/i }).tap();
  await expect(page.locator('[data-full-screen]')).toBeVisible();
  expect(await isOnTop(page)).toBe(false);
});

test('the number of unread alerts is shown', async ({ page }) => {
  const reports = [1, 2, 3].map((id) => ({ id, read: id === 3 }));
  await page.route('**/api/alerts/history', (route) => route.fulfill({ json: reports }));
  await page.goto('sitemap');
  await expect(link(page, 'Alerts, 2 unread')).toContainText('2');
});

for (const width of [768, 1440]) {
  test(`there is no bar at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('sitemap');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });
}
