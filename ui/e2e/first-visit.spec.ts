import { ROUTES } from '../src/routes.ts';
import { addressOf } from './addressOf.ts';
import { holdRequests } from './checkPage.ts';
import { type Browser, expect, type Page, saveData, test } from './test.ts';

/** JavaScript budget of a first visit, in compressed bytes. React takes 58 kB of it, the chart library 47 kB. */
const MAX_BYTES = 200_000;
/** Cumulative layout shift; twice as much is noticeable (web.dev/articles/cls). */
const MAX_SHIFT = 0.05;

interface Visit {
  route: string;
  files: { name: string; bytes: number }[];
}

interface Shift {
  value: number;
  /** The largest element that moved, with both positions. */
  moved: string;
}

/** Records layout shifts; call before opening the page. */
async function recordShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${[x, y, width, height].map(Math.round).join(' ')}`;
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        // A replaced element did not move; if its replacement moved something, there is another entry.
        const isGone = sources.length > 0 && sources.every(({ currentRect }) => currentRect.width === 0);
        if (hadRecentInput || isGone) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.tagName} ${node.className}` : node?.textContent;
          return `${name}: ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.push({ value, moved: moved.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

/**
 * What a browser with an empty cache downloads for one route until the page is idle. Data saver is on, so nothing is
 * prefetched for other pages.
 */
async function visit(
  browser: Browser,
  base: string,
  path: string,
  title: string,
  viewport = { width: 1440, height: 900 },
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: base, viewport });
  const page = await context.newPage();
  await saveData(page);
  const shifted = await recordShifts(page);
  const response = await page.goto(addressOf(path));
  expect(response?.status()).toBe(/\*|not-found/.test(path) ? 404 : 200);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  if (!path.startsWith('/ticker')) await expect(page).toHaveTitle(new RegExp(title));
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').getByLabel(/^Loading/)).toHaveCount(0);
  const shifts = await shifted();
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  const moved = shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`).join('\n');
  expect.soft(sum, `${path}: what loads late moves nothing, but\n${moved}`).toBeLessThan(MAX_SHIFT);
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ name }) => name.endsWith('.js')),
  );
  await context.close();
  return { route: path, files };
}

const hasChart = ({ files }: Visit) => files.some(({ name }) => /\/chart-[^/]*$/.test(name));
const total = ({ files }: Visit) => files.reduce((sum, { bytes }) => sum + bytes, 0);

function table(visits: Visit[]): string {
  const lines = visits.map(
    (one) =>
      `${one.route.padEnd(22)}${String(one.files.length).padStart(5)}${(total(one) / 1000).toFixed(1).padStart(10)}${hasChart(one) ? '  with chart' : ''}`,
  );
  return ['JavaScript of a first visit (brotli, kB = 1,000 bytes)', 'route                 files        kB']
    .concat(lines)
    .join('\n');
}

test('NAV-01 every route renders on a hard load without layout shifts, and its JavaScript stays within 200 kB, chart included', async ({
  browser,
  request,
}) => {
  test.setTimeout(20_000 * ROUTES.length);
  const base = process.env.MARKETDECK_E2E_URL ?? '';
  const visits: Visit[] = [];
  for (const { path, title } of ROUTES) {
    await test.step(path, async () => void visits.push(await visit(browser, base, path, title)));
  }
  console.log(`\n${table(visits)}\n`);

  const ticker = visits.find(({ route }) => route === '/ticker/:symbol');
  expect(ticker && hasChart(ticker)).toBe(true); // waits for the chart
  for (const one of visits) {
    expect(one.files.every(({ bytes }) => bytes > 0)).toBe(true); // downloaded, not from a cache
    const fetched = one.files.map(({ name, bytes }) => `${bytes} ${name}`).join('\n');
    expect.soft(total(one), `${one.route} fetched\n${fetched}`).toBeLessThanOrEqual(MAX_BYTES);
  }
  const largest = ticker?.files.toSorted((a, b) => b.bytes - a.bytes)[0]?.name ?? '';
  const response = await request.get(largest, { headers: { 'Accept-Encoding': 'br' } });
  expect(response.headers()['content-encoding']).toBe('br');
});

const LARGE = { width: 2560, height: 1440 };
const WALL = { width: 3840, height: 2160 };
const PHONE = { width: 390, height: 844 };
for (const [path, viewport] of [
  ['/ticker/:symbol', PHONE],
  ['/ticker/:symbol', LARGE],
  ['/ticker/:symbol', WALL],
  // TSLA pays no dividends.
  ['/ticker/TSLA', LARGE],
  ['/premium-alerts', PHONE],
  ['/heatmap', PHONE],
  ['/news', LARGE],
] as const) {
  test(`late parts move nothing on ${path} at ${viewport.width} px`, async ({ browser }) => {
    const base = process.env.MARKETDECK_E2E_URL ?? '';
    const title = ROUTES.find((page) => page.path === path)?.title ?? '';
    const { files } = await visit(browser, base, path, title, viewport);
    expect(files.length).toBeGreaterThan(0);
  });
}

test('late fonts move nothing: the fallback font is as wide', async ({ page }) => {
  const shifted = await recordShifts(page);
  const release = await holdRequests(page, '**/*.woff2');
  await page.goto('privacy-policy', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => document.fonts.status === 'loading');
  await release();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const sum = (await shifted()).reduce((before, { value }) => before + value, 0);
  expect(sum).toBeLessThan(0.02);
});
