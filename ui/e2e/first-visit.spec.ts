import { ROUTES } from '../src/routes.ts';
import { addressOf } from './addressOf.ts';
import { holdRequests } from './checkPage.ts';
import { recordShifts } from './layoutShifts.ts';
import { type Browser, expect, saveData, test } from './test.ts';

/** Maximum size of the JavaScript of a first visit, in compressed bytes. React is 58 kB, the chart library 47 kB. */
const MAX_BYTES = 200_000;
/** Maximum cumulative layout shift; from 0.1, users notice it (web.dev/articles/cls). */
const MAX_SHIFT = 0.05;

interface Visit {
  route: string;
  files: { name: string; bytes: number }[];
}

/**
 * Opens one route with an empty cache, waits until the page is idle, and returns the downloaded scripts. Data saver is
 * on, so nothing is prefetched for other pages.
 */
async function visit(
  browser: Browser,
  baseURL: string,
  path: string,
  title: string,
  viewport = { width: 1440, height: 900 },
): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport });
  const page = await context.newPage();
  await saveData(page);
  const getShifts = await recordShifts(page);
  const response = await page.goto(addressOf(path));
  expect(response?.status()).toBe(/\*|not-found/.test(path) ? 404 : 200);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  if (!path.startsWith('/ticker')) await expect(page).toHaveTitle(new RegExp(title));
  await page.waitForLoadState('networkidle');
  // Every page fetches these parts after a pause, and a visit on a slow machine lasts longer than the pause.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/idleParts-[^/]*\.js$/.test(name)),
  );
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').getByLabel(/^Loading/)).toHaveCount(0);
  const shifts = (await getShifts()).filter(({ isExcused }) => !isExcused);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  const movements = shifts.map(({ value, movements }) => `${value.toFixed(3)} ${movements}`).join('\n');
  expect
    .soft(sum, `${path}: content that loads late should move nothing, but moved\n${movements}`)
    .toBeLessThan(MAX_SHIFT);
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ name }) => name.endsWith('.js')),
  );
  await context.close();
  return { route: path, files };
}

/** Number of visits at the same time. */
const AT_ONCE = 3;

const hasChart = ({ files }: Visit) => files.some(({ name }) => /\/chart-[^/]*$/.test(name));
const total = ({ files }: Visit) => files.reduce((sum, { bytes }) => sum + bytes, 0);

function table(visits: Visit[]): string {
  const lines = visits.map(
    (visit) =>
      `${visit.route.padEnd(22)}${String(visit.files.length).padStart(5)}${(total(visit) / 1000).toFixed(1).padStart(10)}${hasChart(visit) ? '  with chart' : ''}`,
  );
  return ['JavaScript of a first visit (brotli, kB = 1,000 bytes)', 'route                 files        kB']
    .concat(lines)
    .join('\n');
}

test('NAV-01 every route renders on a hard load without layout shifts, with at most 200 kB of JavaScript', async ({
  browser,
  request,
}) => {
  test.setTimeout(20_000 * ROUTES.length);
  const baseURL = process.env.MARKETDECK_E2E_URL ?? '';
  const visits: Visit[] = [];
  // A visit mostly waits for content that loads late, so a few run at the same time.
  for (let first = 0; first < ROUTES.length; first += AT_ONCE) {
    const group = ROUTES.slice(first, first + AT_ONCE);
    const visiting = group.map(({ path, title }) =>
      test.step(path, () => visit(browser, baseURL, path, title)),
    );
    visits.push(...(await Promise.all(visiting)));
  }
  console.log(`\n${table(visits)}\n`);

  const ticker = visits.find(({ route }) => route === '/ticker/:symbol');
  expect(ticker && hasChart(ticker)).toBe(true); // The visit waits for the chart.
  for (const visit of visits) {
    expect(visit.files.every(({ bytes }) => bytes > 0)).toBe(true); // All files were downloaded, not read from a cache.
    const fileList = visit.files.map(({ name, bytes }) => `${bytes} ${name}`).join('\n');
    expect.soft(total(visit), `${visit.route} fetched\n${fileList}`).toBeLessThanOrEqual(MAX_BYTES);
  }
  const largest = ticker?.files.toSorted((a, b) => b.bytes - a.bytes)[0]?.name ?? '';
  const response = await request.get(largest, { headers: { 'Accept-Encoding': 'br' } });
  expect(response.headers()['content-encoding']).toBe('br');
});

const LARGE_SCREEN = { width: 2560, height: 1440 };
const WALL_SCREEN = { width: 3840, height: 2160 };
const PHONE = { width: 390, height: 844 };
for (const [path, viewport] of [
  ['/ticker/:symbol', PHONE],
  ['/ticker/:symbol', LARGE_SCREEN],
  ['/ticker/:symbol', WALL_SCREEN],
  // TSLA pays no dividends.
  ['/ticker/TSLA', LARGE_SCREEN],
  ['/premium-alerts', PHONE],
  ['/heatmap', PHONE],
  ['/news', LARGE_SCREEN],
] as const) {
  test(`content that loads late moves nothing on ${path} at ${viewport.width} px`, async ({ browser }) => {
    const baseURL = process.env.MARKETDECK_E2E_URL ?? '';
    const title = ROUTES.find((page) => page.path === path)?.title ?? '';
    const { files } = await visit(browser, baseURL, path, title, viewport);
    expect(files.length).toBeGreaterThan(0);
  });
}

test('fonts that load late move nothing, because the fallback font has the same widths', async ({ page }) => {
  const getShifts = await recordShifts(page);
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
  const sum = (await getShifts()).reduce((before, { value }) => before + value, 0);
  expect(sum).toBeLessThan(0.02);
});
