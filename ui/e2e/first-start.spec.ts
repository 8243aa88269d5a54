import { expect, test } from './test.ts';

/** The server answers the first calls with 'loading', as on a first start. */
const LOADING = {
  status: 503,
  headers: { 'Retry-After': '1' },
  contentType: 'text/plain',
  body: 'The market is still loading. Try again in a second.\n',
};

const failures = /not found|unable to load|couldn't load|still loading/i;

for (const [path, shown] of [
  ['ticker/AAPL', /Apple/],
  ['', /Trending/],
  ['news', /News/],
] as const) {
  test(`/${path} waits for the first market and continues without a reload`, async ({ page }) => {
    let isLoading = true;
    let refused = 0;
    await page.route('**/api/**', (route) => {
      if (!isLoading || /\/api\/(config|health|status|settings)/.test(route.request().url()))
        return route.fallback();
      refused += 1;
      return route.fulfill(LOADING);
    });
    await page.goto(path);
    await expect.poll(() => refused).toBeGreaterThan(2);
    await expect(page.getByRole('main')).not.toContainText(failures);
    isLoading = false;
    await expect(page.getByRole('main')).toContainText(shown);
    await expect(
      page
        .getByRole('main')
        .getByText(/[\d,]+\.\d\d/)
        .or(page.getByRole('list', { name: 'Articles' }).getByRole('heading'))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(failures);
  });
}
