import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { waitUntilShown } from '../e2e/views.ts';

/** The folder of the recorded frames, with a folder for each page; git ignores it. */
const FOLDER = 'test-results/recording';
const DURATION_MS = 60_000;
/** Maximum cumulative layout shift; users notice 0.1 (web.dev/articles/cls). */
const MAX_SHIFT = 0.001;

const PAGES = [
  { name: 'home', path: '' },
  { name: 'heatmap', path: 'stock-analysis?tab=sectors&view=heatmap' },
  { name: 'board', path: 'board/main' },
] as const;

interface Observations {
  /** Times at which a price flashed, in milliseconds since the page was opened. */
  flashes: number[];
  /** Layout shifts without user input, and the elements that moved. */
  shifts: { value: number; elements: string[] }[];
}

for (const { name, path } of PAGES) {
  test(`during a minute of ticks on ${name}, prices flash and nothing moves`, async ({ page }) => {
    test.setTimeout(DURATION_MS + 90_000);
    const folder = `${FOLDER}/${name}`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const observations: Observations = { flashes: [], shifts: [] };
      Object.assign(window, { observations });
      new MutationObserver((changes) => {
        const started = changes.filter(({ target }) => (target as HTMLElement).dataset.flash);
        observations.flashes.push(...started.map(() => performance.now()));
      }).observe(document, { subtree: true, attributeFilter: ['data-flash'] });
      type Source = { node: Element | null; previousRect: DOMRect; currentRect: DOMRect };
      type Shift = PerformanceEntry & { value: number; sources: Source[] };
      const describeRect = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width} × ${height}`;
      const describeShift = ({ node, previousRect, currentRect }: Source) =>
        `${node?.textContent}: ${describeRect(previousRect)} to ${describeRect(currentRect)}`;
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          observations.shifts.push({ value, elements: sources.map(describeShift) });
      }).observe({ type: 'layout-shift' });
    });
    await page.goto(path);
    await waitUntilShown(page);
    // Waits until late content has loaded.
    await page.waitForTimeout(3000);
    await page.evaluate(() => {
      const { observations } = window as unknown as { observations: Observations };
      observations.flashes.length = 0;
      observations.shifts.length = 0;
    });
    const client = await page.context().newCDPSession(page);
    let frames = 0;
    client.on('Page.screencastFrame', ({ data, sessionId }) => {
      writeFileSync(`${folder}/${String(frames++).padStart(5, '0')}.jpg`, Buffer.from(data, 'base64'));
      void client.send('Page.screencastFrameAck', { sessionId });
    });
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 70 });
    await page.waitForTimeout(DURATION_MS);
    await client.send('Page.stopScreencast');
    const observations = await page.evaluate(
      () => (window as unknown as { observations: Observations }).observations,
    );
    const maxFlashesPerFrame = maxPerFrame(observations.flashes);
    const totalShift = observations.shifts.reduce((sum, { value }) => sum + value, 0);
    console.log(
      `${name}: ${frames} frames, ${observations.flashes.length} flashes, at most ${maxFlashesPerFrame} in one frame, layout shift ${totalShift}`,
    );
    writeFileSync(`${folder}/observations.json`, JSON.stringify(observations));
    // Some shift is allowed, because a list of movers can change its order.
    expect(totalShift).toBeLessThan(MAX_SHIFT);
    expect(observations.flashes.length).toBeGreaterThan(0);
  });
}

/** Returns the largest number of these times (in ms) in one frame of a 60 Hz screen. */
function maxPerFrame(moments: number[]): number {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const frame = Math.floor(moment / (1000 / 60));
    counts.set(frame, (counts.get(frame) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
