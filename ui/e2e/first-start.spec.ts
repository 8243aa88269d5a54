import { expect, test } from './test.ts';

/** The API's response while the market loads on a first start. */
const LOADING = {
  status: 503,
  headers: { 'Retry-After': '1' },
  contentType: 'text/plain',
  body: 'The market is still loading. Try again in a second.\n',
};

const failureTexts = /not found|unable to load|couldn't load|still loading/i;

for (const [path, expected] of [
  ['ticker/AAPL', /Apple/],
  ['', /Trending/],
  ['news', /News/],
] as const) {
  test(`/${path} waits while the market loads, and then shows data without a reload`, async ({ page }) => {
    let isLoading = true;
    let rejectedCount = 0;
    await page.route('**/api/**', (route) => {
      if (!isLoading || /\/api\/(config|health|status|settings)/.test(route.request().url()))
        return route.fallback();
      rejectedCount += 1;
      return route.fulfill(LOADING);
    });
    await page.goto(path);
    await expect.poll(() => rejectedCount).toBeGreaterThan(2);
    await expect(page.getByRole('main')).not.toContainText(failureTexts);
    isLoading = false;
    await expect(page.getByRole('main')).toContainText(expected);
    await expect(
      page
        .getByRole('main')
        .getByText(/[\d,]+\.\d\d/)
        .or(
          page
            .getByRole('list', { name: /^Articles of/ })
            .first()
            .getByRole('heading'),
        )
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(failureTexts);
  });
}
