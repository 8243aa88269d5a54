import { expect, type Page, test } from './test.ts';

/** Leaves all calls unanswered. Uses the context: routes of the page would disable the first answers. */
const blockApi = (page: Page) => page.context().route('**/api/**', () => {});

test('a ticker shows name and price although no call is answered', async ({ page }) => {
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

test('news shows although no call is answered', async ({ page }) => {
  await blockApi(page);
  await page.goto('news', { waitUntil: 'commit' });
  await expect(page.getByRole('list', { name: 'Articles' }).getByRole('heading').first()).toBeVisible();
});

test('data that came with the page is not fetched again, and other responses carry none', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apple');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  expect(requests).not.toContain('/api/tickers/AAPL');
  // The service worker stores it under this request.
  const html = await page.evaluate(async () => (await fetch('./')).text());
  expect(html).toContain('</html>');
  expect(html).not.toContain('id="first-answers"');
});
