import type { CDPSession, Page } from '../e2e/test.ts';

/** Has a page's processor so many times slower from now on. Gives a session that tells how long its main thread `worked`. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  await browser.send('Emulation.setCPUThrottlingRate', { rate });
  return browser;
}

/** How long the page's main thread has worked, in seconds of CPU time. */
export async function worked(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
