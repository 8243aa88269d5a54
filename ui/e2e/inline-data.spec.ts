import { expect, type Page, test } from './test.ts';

/** Leaves all API requests without a response. Uses the context, because `page.route` removes the data in the HTML. */
const blockApi = (page: Page) => page.context().route('**/api/**', () => {});

test('a ticker page shows name and price before any API response', async ({ page }) => {
  await blockApi(page);
  await page.goto('ticker/AAPL', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apple');
  await expect(
    page
      .getByRole('main')
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first(),
  ).toBeVisible();
});

test('the HTML also has the data of a symbol that is percent-encoded in the URL', async ({ page }) => {
  await blockApi(page);
  await page.goto('ticker/^GSPC', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('S&P 500');
});

test('the news page shows articles before any API response', async ({ page }) => {
  await blockApi(page);
  await page.goto('news', { waitUntil: 'commit' });
  await expect(
    page
      .getByRole('list', { name: /^Articles of/ })
      .first()
      .getByRole('heading')
      .first(),
  ).toBeVisible();
});

test('the home page does not request data that is in its HTML', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(decodeURIComponent(new URL(request.url()).pathname)));
  await page.goto('./');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  const inlinePaths = [
    '/api/tickers/trending',
    '/api/tickers/^GSPC',
    '/api/tickers/^GSPC/session-line',
    '/api/tickers/GC=F/session-line',
  ];
  expect(requests.filter((path) => inlinePaths.includes(path))).toEqual([]);
});

test('data in the HTML is not requested again, and HTML for the service worker contains no data', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apple');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  expect(requests).not.toContain('/api/tickers/AAPL');
  // The service worker stores the response to this request.
  const html = await page.evaluate(async () => (await fetch('./')).text());
  expect(html).toContain('</html>');
  expect(html).not.toContain('id="first-answers"');
});
