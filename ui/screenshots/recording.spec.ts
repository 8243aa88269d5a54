import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { shown } from '../e2e/views.ts';

/** Where the frames go, a folder each; git does not keep them. */
const FOLDER = 'test-results/recording';
const LENGTH_MS = 60_000;
/** What may move in it, as the browser adds it up; 0.1 is felt (web.dev/articles/cls). */
const MAX_SHIFT = 0.001;

const PAGES = [
  { name: 'home', path: '' },
  { name: 'heatmap', path: 'stock-analysis?tab=sectors&view=heatmap' },
  { name: 'board', path: 'board/main' },
] as const;

interface Seen {
  /** Milliseconds since the page was opened at which a price flashed. */
  flashes: number[];
  /** What moved although nobody touched anything (web.dev/cls). */
  shifts: { value: number; what: string[] }[];
}

for (const { name, path } of PAGES) {
  test(`a minute of ticks on ${name}: flashes are staggered and nothing moves`, async ({ page }) => {
    test.setTimeout(LENGTH_MS + 90_000);
    const folder = `${FOLDER}/${name}`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const seen: Seen = { flashes: [], shifts: [] };
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        const begun = changes.filter(({ target }) => (target as HTMLElement).dataset.flash);
        seen.flashes.push(...begun.map(() => performance.now()));
      }).observe(document, { subtree: true, attributeFilter: ['data-flash'] });
      type Source = { node: Element | null; previousRect: DOMRect; currentRect: DOMRect };
      type Shift = PerformanceEntry & { value: number; sources: Source[] };
      const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width} × ${height}`;
      const moveOf = ({ node, previousRect, currentRect }: Source) =>
        `${node?.textContent}: ${place(previousRect)} to ${place(currentRect)}`;
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          seen.shifts.push({ value, what: sources.map(moveOf) });
      }).observe({ type: 'layout-shift' });
    });
    await page.goto(path);
    await shown(page);
    // What was on its way has come to rest.
    await page.waitForTimeout(3000);
    await page.evaluate(() => {
      const { seen } = window as unknown as { seen: Seen };
      seen.flashes.length = 0;
      seen.shifts.length = 0;
    });
    const client = await page.context().newCDPSession(page);
    let frames = 0;
    client.on('Page.screencastFrame', ({ data, sessionId }) => {
      writeFileSync(`${folder}/${String(frames++).padStart(5, '0')}.jpg`, Buffer.from(data, 'base64'));
      void client.send('Page.screencastFrameAck', { sessionId });
    });
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 70 });
    await page.waitForTimeout(LENGTH_MS);
    await client.send('Page.stopScreencast');
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    const together = largestGroup(seen.flashes);
    const moved = seen.shifts.reduce((sum, { value }) => sum + value, 0);
    console.log(
      `${name}: ${frames} frames, ${seen.flashes.length} flashes, at most ${together} in one frame, layout shift ${moved}`,
    );
    writeFileSync(`${folder}/seen.json`, JSON.stringify(seen));
    // A list of movers that changes its order moves two rows.
    expect(moved).toBeLessThan(MAX_SHIFT);
    expect(seen.flashes.length).toBeGreaterThan(0);
  });
}

/** How many of these moments fall into one frame of a 60 Hz screen. */
function largestGroup(moments: number[]): number {
  const counts = new Map<number, number>();
  for (const at of moments) {
    const frame = Math.floor(at / (1000 / 60));
    counts.set(frame, (counts.get(frame) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
