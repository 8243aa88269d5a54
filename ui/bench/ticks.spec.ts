import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../e2e/server.ts';
import { expect, type Page, saveData, test } from '../e2e/test.ts';
import { slowDown, worked } from './mainThread.ts';
import { writeSection } from './section.ts';

/** Duration in seconds, and CPU slowdown factor. */
const SECONDS = Number(process.env.SECONDS ?? 60);
const SLOWER = 4;
/** Approximate number of ticks per second that each page receives. */
const TICKS = 100;

/** Pages, with the simulator's tick interval in milliseconds that gives them this rate. */
const PAGES = [
  { path: '', every: 100 },
  { path: 'ticker/AAPL', every: 100 },
  { path: 'stock-analysis', every: 1000 },
  { path: 'heatmap', every: 1000 },
] as const;

interface Figures {
  /** Share of the time in which the main thread was busy. */
  busy: number;
  ticks: number;
  /** Tasks above 50 ms per minute. */
  longTasks: number;
}

async function watch(page: Page, url: string): Promise<Figures> {
  await page.addInitScript(() => {
    const seen = { long: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.long += list.getEntries().length;
    }).observe({ type: 'longtask' });
  });
  let ticks = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { type, data } = JSON.parse(String(payload));
      if (/^ticker_update/.test(type)) ticks += [data].flat().length;
    }),
  );
  await saveData(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(url);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await slowDown(page, SLOWER);
  // The page has finished loading by then.
  await page.waitForTimeout(10_000);
  const longTasks = () => page.evaluate(() => (window as unknown as { seen: { long: number } }).seen.long);
  const before = { work: await worked(browser), ticks, long: await longTasks(), at: performance.now() };
  await page.waitForTimeout(1000 * SECONDS);
  const seconds = (performance.now() - before.at) / 1000;
  return {
    busy: ((await worked(browser)) - before.work) / seconds,
    ticks: (ticks - before.ticks) / seconds,
    longTasks: (((await longTasks()) - before.long) * 60) / seconds,
  };
}

const rows: string[] = [];

for (const { path, every } of PAGES) {
  test(`/${path} while about ${TICKS} prices a second tick, CPU ${SLOWER} times slower`, async ({ page }) => {
    const options = ['--sample-hours', 'always', '--sample-every-ms', String(every)];
    const folder = mkdtempSync(join(tmpdir(), 'marketdeck-bench-'));
    const server = await startServer('127.0.0.1:0', folder, options);
    const { busy, ticks, longTasks } = await watch(page, server.url + path);
    await server.stop();
    const cells = [`/${path}`, ticks.toFixed(0), `${(100 * busy).toFixed(1)} %`, longTasks.toFixed(1)];
    rows.push(`| ${cells.join(' | ')} | < 10 %, none | ${busy < 0.1 && longTasks < 1 ? 'met' : 'missed'} |`);
  });
}

test.afterAll(() =>
  writeSection('In a browser: live prices', [
    `Written by \`npm run bench\` in \`ui/\` with \`WRITE=1\`: a page of 1440 px is open for ${SECONDS} s in headless Chromium with the CPU throttled`,
    `${SLOWER} times, while prices tick. The table shows the CPU time of the page's main thread, including the throttling.`,
    '',
    '| page | prices per second | main thread busy | tasks above 50 ms per minute | goal | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]),
);
