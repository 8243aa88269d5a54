import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../e2e/server.ts';
import { expect, type Page, saveData, test } from '../e2e/test.ts';
import { cpuTime, slowDown } from './mainThread.ts';
import { writeSection } from './section.ts';

/** Duration in seconds, and CPU slowdown factor. */
const SECONDS = Number(process.env.SECONDS ?? 60);
const CPU_SLOWDOWN = 4;
/** Approximate number of ticks per second that each page receives. */
const TICKS_PER_SECOND = 100;

/** Pages, and the simulator's tick interval in milliseconds that results in this rate. */
const PAGES = [
  { path: '', intervalMs: 100 },
  { path: 'ticker/AAPL', intervalMs: 100 },
  { path: 'stock-analysis', intervalMs: 1000 },
  { path: 'heatmap', intervalMs: 1000 },
] as const;

interface Figures {
  /** Fraction of the time in which the main thread was busy. */
  busy: number;
  ticks: number;
  /** Tasks above 50 ms per minute. */
  longTasks: number;
}

async function measure(page: Page, url: string): Promise<Figures> {
  await page.addInitScript(() => {
    const observed = { longTasks: 0 };
    Object.assign(window, { observed });
    new PerformanceObserver((list) => {
      observed.longTasks += list.getEntries().length;
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
  const session = await slowDown(page, CPU_SLOWDOWN);
  // Waits until the page has finished loading.
  await page.waitForTimeout(10_000);
  const longTasks = () =>
    page.evaluate(() => (window as unknown as { observed: { longTasks: number } }).observed.longTasks);
  const before = { work: await cpuTime(session), ticks, longTasks: await longTasks(), at: performance.now() };
  await page.waitForTimeout(1000 * SECONDS);
  const seconds = (performance.now() - before.at) / 1000;
  return {
    busy: ((await cpuTime(session)) - before.work) / seconds,
    ticks: (ticks - before.ticks) / seconds,
    longTasks: (((await longTasks()) - before.longTasks) * 60) / seconds,
  };
}

const rows: string[] = [];

for (const { path, intervalMs } of PAGES) {
  test(`measures /${path} while about ${TICKS_PER_SECOND} prices per second arrive, CPU ${CPU_SLOWDOWN} times slower`, async ({
    page,
  }) => {
    const options = ['--sample-hours', 'always', '--sample-every-ms', String(intervalMs)];
    const folder = mkdtempSync(join(tmpdir(), 'marketdeck-bench-'));
    const server = await startServer('127.0.0.1:0', folder, options);
    const { busy, ticks, longTasks } = await measure(page, server.url + path);
    await server.stop();
    const cells = [`/${path}`, ticks.toFixed(0), `${(100 * busy).toFixed(1)} %`, longTasks.toFixed(1)];
    rows.push(`| ${cells.join(' | ')} | < 10 %, none | ${busy < 0.1 && longTasks < 1 ? 'met' : 'missed'} |`);
  });
}

test.afterAll(() =>
  writeSection('In a browser: live prices (P15)', [
    `Written by \`npm run bench\` in \`ui/\` with \`WRITE=1\`: a page of 1440 px is open for ${SECONDS} s in headless Chromium with the CPU slowed`,
    `down ${CPU_SLOWDOWN} ×, while prices tick. The table shows the CPU time of the page's main thread at that speed.`,
    '',
    '| page | prices per second | main thread busy | tasks above 50 ms per minute | goal | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]),
);
