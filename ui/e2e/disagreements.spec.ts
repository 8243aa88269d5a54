import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';
import { openTicker } from './tickerPage.ts';

const figure = (source: string, value: number | null) => ({
  source,
  value,
  at: '2026-11-20T02:00:00Z',
  date: null,
});
const disagreement = {
  symbol: 'AAPL',
  kind: 'close',
  date: '2026-11-18',
  figures: [figure('yahoo', 412.3), figure('cboe', 401.02)],
  used: 'yahoo',
};

test('the ticker page shows what each source reports', async ({ page }) => {
  await openTicker(page, 'AAPL', { disagreements: [disagreement] });
  const notice = page.getByRole('note').filter({ hasText: 'Sources disagree' });
  await expect(notice).toContainText(
    'Sources disagree on the close of Nov 18, 2026: $412.30 (Yahoo Finance), $401.02 (Cboe).',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThan(1);
  await notice.getByRole('link', { name: 'Status' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/status$/);
});

test('the status page lists the tickers whose sources disagree', async ({ page }) => {
  const status = await (await page.request.get('api/status')).json();
  const disagreements = {
    total: 2,
    comparedTickers: 40,
    comparedAt: '2026-11-20T02:00:00Z',
    rows: [
      disagreement,
      {
        ...disagreement,
        symbol: 'MSFT',
        kind: 'missing-session',
        figures: [figure('yahoo', null), figure('cboe', 510)],
        used: 'cboe',
      },
    ],
  };
  await page.route('**/api/status', (route) => route.fulfill({ json: { ...status, disagreements } }));
  await page.goto('');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  const panel = page.getByRole('region', { name: 'Sources disagree' });
  await expect(panel).toContainText('2 in 40 tickers');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel).toContainText(
    'Yahoo Finance has no close for Nov 18, 2026, so the one from Cboe is used',
  );
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'MSFT' }).click();
  await expect(page).toHaveURL(/\/ticker\/MSFT$/);
});

test('the read-out of the chart names the source of a filled session', async ({ page }) => {
  await page.route('**/price-history?*', async (route) => {
    const response = await route.fetch();
    const points: object[] = await response.json();
    await route.fulfill({ response, json: points.map((point) => ({ ...point, source: 'cboe' })) });
  });
  await page.goto('ticker/AAPL?range=1M');
  const chart = page.getByRole('slider', { name: 'Price chart crosshair' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('main')).toContainText(/\d, 2026, from Cboe/);
});
