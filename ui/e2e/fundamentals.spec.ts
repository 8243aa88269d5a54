import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { panel } from './tickerPage.ts';

async function openReports(page: Page, path = 'ticker/AAPL') {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The panels mount when they come near the window.
  await page.mouse.wheel(0, 20_000);
}

test('a stock shows figures of its reports as bars by quarter and by year', async ({ page }) => {
  await openReports(page);
  const financials = panel(page, 'Financials');
  const bars = financials.getByRole('list', { name: 'Revenue by period, oldest first' });
  await expect(bars.getByRole('listitem')).toHaveCount(8);
  await expect(bars.getByRole('listitem').last()).toContainText(/\$[\d.]+[MB].*Q\d 20\d\d/);
  await financials.getByRole('button', { name: 'Years' }).click();
  await expect(bars.getByRole('listitem')).toHaveCount(5);
  await expect(bars.getByRole('listitem').last()).toContainText('FY 20');
  await financials.getByRole('button', { name: 'EPS' }).click();
  await expect(financials.getByRole('list', { name: 'EPS by period, oldest first' })).toBeVisible();
  await expect(financials.getByText('Sample data')).toBeVisible();
});

test('each valuation ratio shows its formula', async ({ page }) => {
  await openReports(page);
  const financials = panel(page, 'Financials');
  for (const [name, formula] of [
    ['P/E', 'Price ÷ diluted earnings per share of twelve months'],
    ['P/B', 'Market cap ÷ equity'],
    ['ROE', 'Net income of twelve months ÷ equity at their end'],
  ] as const) {
    const ratio = financials.getByText(name, { exact: true }).locator('..');
    await expect(ratio).toContainText(formula);
    await expect(ratio).toContainText(/\d/);
  }
});

test('filings link to the original documents', async ({ page }) => {
  const url = 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000080/news.htm';
  const filing = {
    accession: '0000320193-26-000080',
    form: '8-K',
    group: 'event',
    title: 'Results of operations',
  };
  await page.route('**/api/tickers/*/filings', (route) =>
    route.fulfill({
      json: [{ ...filing, filed: '2026-11-19', acceptedAt: null, period: null, url, isSample: false }],
    }),
  );
  await openReports(page);
  const link = panel(page, 'Filings').getByRole('link', { name: 'Results of operations' });
  await expect(link).toHaveAttribute('href', url);
});

test('the panels of a company without reports say that none are available', async ({ page }) => {
  const nothing = { isSample: false, quarters: [], years: [], ratios: null, source: null, currency: null };
  await page.route('**/api/tickers/*/fundamentals', (route) => route.fulfill({ json: nothing }));
  await page.route('**/api/tickers/*/filings', (route) => route.fulfill({ json: [] }));
  await openReports(page);
  await expect(panel(page, 'Financials')).toContainText(
    'No financial reports are available for this company.',
  );
  await expect(panel(page, 'Filings')).toContainText('No filings are available for this company.');
});

test('the reports of a stock fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openReports(page);
  await expect(panel(page, 'Financials').getByText('P/E', { exact: true })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});
