import type { APIRequestContext } from '@playwright/test';
import { cboeCloses, startOtherProviders } from './otherProviders.ts';
import { startComparingServer } from './server.ts';
import { expect, type Page } from './test.ts';
import { startYahoo } from './yahoo.ts';

/** Closes are compared at night: New York has been closed for five hours. */
export const NIGHT = '2026-11-21T02:00:00Z';
/** The right closes of AAPL. */
export const CBOE = cboeCloses('AAPL');
/** Yahoo's close of November 18 is wrong, and it lacks November 17. */
const YAHOO = { ...CBOE, '2026-11-17': null, '2026-11-18': 240.3, '2026-11-20': 231.5 };

export interface ComparingMarket {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a live market with AAPL, of which Yahoo and Cboe have different closes, and waits until they are compared. */
export async function startComparingMarket(request: APIRequestContext): Promise<ComparingMarket> {
  const yahoo = await startYahoo({
    AAPL: { price: 231.5, previousClose: 230.1, volume: 1000, closes: YAHOO },
  });
  const others = await startOtherProviders();
  const server = await startComparingServer(yahoo.url, others.url, ['CBOE'], ['AAPL'], NIGHT);
  const kinds = async () => {
    const { disagreements } = await (await request.get(`${server.url}api/status`)).json();
    return (disagreements?.rows ?? []).map(({ kind }: { kind: string }) => kind).sort();
  };
  await expect.poll(kinds, { timeout: 120_000 }).toEqual(['close', 'missing-session']);
  await request.dispose();
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      others.stop();
      yahoo.stop();
    },
  };
}

/** Moves the crosshair of the chart to November 17, the close of which Cboe fills in. */
export async function pointToFilledSession(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Price chart crosshair' }).focus();
  const filled = page
    .getByRole('main')
    .getByText(/Nov 17, 2026, from Cboe/)
    .first();
  // The last bars are those of November 20, 19, 18 and 17.
  for (let presses = 0; presses < 4 && !(await filled.isVisible()); presses++) {
    await page.keyboard.press('ArrowLeft');
  }
  await expect(filled).toBeVisible();
}
