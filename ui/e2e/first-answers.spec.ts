import { expect, type Page, test } from './test.ts';

/** Leaves all calls unanswered. Uses the context: routes of the page would disable the first answers. */
const silence = (page: Page) => page.context().route('**/api/**', () => {});

test('a ticker shows name and price although no call is answered', async ({ page }) => {
  await silence(page);
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
  await silence(page);
  await page.goto('news', { waitUntil: 'commit' });
  await expect(page.getByRole('list', { name: 'Articles' }).getByRole('heading').first()).toBeVisible();
});

test('data that came with the page is not fetched again, and other responses carry none', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('ticker/AAPL');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apple');
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  expect(asked).not.toContain('/api/tickers/AAPL');
  // The service worker stores it under this request.
  const kept = await page.evaluate(async () => (await fetch('./')).text());
  expect(kept).toContain('</html>');
  expect(kept).not.toContain('id="first-answers"');
});
