import { expectAccessible } from './axe.ts';
import { cboeCloses, type OtherProviders, startOtherProviders } from './otherProviders.ts';
import { type Server, startComparingServer } from './server.ts';
import { expect, test } from './test.ts';
import { type FakeYahoo, startYahoo } from './yahoo.ts';

/** Closes are compared at night: New York has been closed for five hours. */
const NIGHT = '2026-11-21T02:00:00Z';
const CBOE = cboeCloses('AAPL');
/** Yahoo's close of November 18 is wrong, and it lacks November 17. */
const YAHOO = { ...CBOE, '2026-11-17': null, '2026-11-18': 412.3, '2026-11-20': 231.5 };
const inDollars = (close: number | undefined) => `$${close?.toFixed(2)}`;

test.describe('a live market whose two sources disagree', () => {
  let yahoo: FakeYahoo;
  let others: OtherProviders;
  let server: Server;
  test.beforeAll(async ({ playwright }) => {
    test.setTimeout(180_000);
    yahoo = await startYahoo({ AAPL: { price: 231.5, previousClose: 230.1, closes: YAHOO } });
    others = await startOtherProviders();
    server = await startComparingServer(yahoo.url, others.url, ['CBOE'], ['AAPL'], NIGHT);
    const request = await playwright.request.newContext();
    const kinds = async () => {
      const { disagreements } = await (await request.get(`${server.url}api/status`)).json();
      return (disagreements?.rows ?? []).map(({ kind }: { kind: string }) => kind).sort();
    };
    await expect.poll(kinds, { timeout: 120_000 }).toEqual(['close', 'missing-session']);
    await request.dispose();
  });
  test.afterAll(async () => {
    await server?.stop();
    others?.stop();
    yahoo?.stop();
  });

  test('the ticker page shows what each source reports', async ({ page }) => {
    await page.goto(`${server.url}ticker/AAPL`);
    const notice = page.getByRole('note').filter({ hasText: 'Sources disagree' });
    await expect(notice).toContainText(
      `Sources disagree on the close of Nov 18, 2026: $412.30 (Yahoo Finance), ${inDollars(CBOE['2026-11-18'])} (Cboe).`,
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

  test('the read-out of the chart names the source of a filled session', async ({ page }) => {
    await page.goto(`${server.url}ticker/AAPL?range=1M`);
    const chart = page.getByRole('slider', { name: 'Price chart crosshair' });
    await chart.focus();
    const main = page.getByRole('main');
    const filled = main.getByText(/Nov 17, 2026, from Cboe/).first();
    // The last bars are those of November 20, 19, 18 and 17.
    for (let presses = 0; presses < 4 && !(await filled.isVisible()); presses++) {
      await page.keyboard.press('ArrowLeft');
    }
    await expect(filled).toBeVisible();
    await expect(main).toContainText(CBOE['2026-11-17']?.toFixed(2) ?? '');
  });
});
