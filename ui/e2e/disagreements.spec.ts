import { expectAccessible } from './axe.ts';
import { CBOE, type ComparingMarket, pointToFilledSession, startComparingMarket } from './comparingMarket.ts';
import { expect, test } from './test.ts';

const inDollars = (close: number | undefined) => `$${close?.toFixed(2)}`;

test.describe('a live market whose two sources disagree', () => {
  let server: ComparingMarket;
  test.beforeAll(async ({ playwright }) => {
    test.setTimeout(180_000);
    server = await startComparingMarket(await playwright.request.newContext());
  });
  test.afterAll(() => server?.stop());

  test('the ticker page shows what each source reports', async ({ page }) => {
    await page.goto(`${server.url}ticker/AAPL`);
    const notice = page.getByRole('note').filter({ hasText: 'Sources disagree' });
    await expect(notice).toContainText(
      `Sources disagree on the close of Nov 18, 2026: $240.30 (Yahoo Finance), ${inDollars(CBOE['2026-11-18'])} (Cboe).`,
    );
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThan(1);
    await notice.getByRole('link', { name: 'Status' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/status$/);
  });

  test('the status page lists the ticker, and the session that a source lacks', async ({ page }) => {
    await page.goto(server.url);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
    const panel = page.getByRole('region', { name: 'Sources disagree' });
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await expect(panel).toContainText(
      'Yahoo Finance has no close for Nov 17, 2026, so the one from Cboe is used',
    );
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'AAPL' }).first().click();
    await expect(page).toHaveURL(/\/ticker\/AAPL$/);
  });

  test('the read-out and a legend of the chart name the source of a filled session', async ({ page }) => {
    await page.goto(`${server.url}ticker/AAPL?range=1M`);
    await expect(page.getByText('Filled from Cboe')).toBeVisible();
    await expect(page.getByText('Sources disagree', { exact: true })).toBeVisible();
    await pointToFilledSession(page);
    await expect(page.getByRole('main')).toContainText(CBOE['2026-11-17']?.toFixed(2) ?? '');
    // The session after it is the disputed one.
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('main')).toContainText(
      `Nov 18, 2026, disputed: $240.30 (Yahoo Finance), ${inDollars(CBOE['2026-11-18'])} (Cboe)`,
    );
  });
});
