import { checkPage } from './checkPage.ts';
import { expect, type Page, test } from './test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Where the numbers come from' });
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: name });

checkPage('sources', async (page) => {
  await expect(heading(page)).toBeVisible();
  await expect(row(page, '[providers.cboe]')).toBeVisible();
});

test('the footer and the status page link to the page', async ({ page }) => {
  await page.goto('');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Data Sources' }).click();
  await expect(heading(page)).toBeVisible();
  await page.goto('status');
  await page.getByRole('link', { name: 'Where the numbers come from' }).click();
  await expect(heading(page)).toBeVisible();
});

test('each figure lists its sources in order, and each source its delay, limits and terms', async ({
  page,
}) => {
  await page.goto('sources');
  await expect(page.getByRole('note')).toContainText('all prices, reports and articles are simulated');
  const prices = page.getByRole('list', { name: 'Sources: Prices of US stocks and ETFs' });
  const { figures } = await (await page.request.get('api/sources')).json();
  const expected = figures.find(({ id }: { id: string }) => id === 'us_prices').sources;
  await expect(prices.getByRole('listitem')).toHaveCount(expected.length);
  await expect(page.getByRole('region', { name: 'Prices', exact: true })).toContainText(
    'If a source fails: after two failed requests, the next source takes over.',
  );
  const cboe = row(page, '[providers.cboe]');
  await expect(cboe).toContainText('15 minutes');
  await expect(cboe).toContainText('Up to 60 a minute');
  await expect(cboe.getByRole('link', { name: 'Terms of Cboe' })).toHaveAttribute('href', /^https:/);
  await expect(row(page, 'SEC EDGAR')).toContainText("Set 'contact' in [providers.sec]");
});

test('a link to a source scrolls to it', async ({ page }) => {
  await page.goto('sources');
  const prices = page.getByRole('list', { name: 'Sources: Prices of US stocks and ETFs' });
  await prices.getByRole('link', { name: 'Cboe' }).press('Enter');
  await expect(page).toHaveURL(/#cboe$/);
  await expect(row(page, '[providers.cboe]')).toBeInViewport();
});

test('the source of a price links to the page', async ({ page }) => {
  await page.goto('ticker/AAPL');
  await page.getByRole('main').getByRole('link', { name: 'sample data' }).click();
  await expect(heading(page)).toBeVisible();
});
