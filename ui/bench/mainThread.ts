import type { CDPSession, Page } from '../e2e/test.ts';

/** Slows down a page's CPU. Returns a session for `worked`. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  await browser.send('Emulation.setCPUThrottlingRate', { rate });
  return browser;
}

/** Returns the CPU time of the page's main thread in seconds. */
export async function worked(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
