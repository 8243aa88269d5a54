import { pages } from '../src/app/pages.ts';
import { addressOf } from './addressOf.ts';
import { type Browser, expect, saveData, test } from './test.ts';

/** What a first visit may fetch of JavaScript, compressed. React is 58 kB of it, the chart library 47 kB. */
const MOST_BYTES = 200_000;

interface Visit {
  route: string;
  files: { name: string; bytes: number }[];
}

/**
 * What a browser with an empty cache fetches for one route, until the page asks for nothing more. It saves data, so
 * that nothing is fetched ahead for the pages after it.
 */
async function visit(browser: Browser, base: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  await saveData(page);
  await page.goto(addressOf(path));
  await expect(page.locator('main h1, main [role=status]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
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

test('the JavaScript of every route stays within 200 kB, chart included', async ({ browser, request }) => {
  test.setTimeout(20_000 * pages.length);
  const base = process.env.MARKETDECK_E2E_URL ?? '';
  const visits: Visit[] = [];
  for (const { path } of pages) visits.push(await visit(browser, base, path));
  console.log(`\n${table(visits)}\n`);

  const ticker = visits.find(({ route }) => route === '/ticker/:symbol');
  expect(ticker && hasChart(ticker)).toBe(true); // the chart was waited for
  for (const one of visits) {
    expect(one.files.every(({ bytes }) => bytes > 0)).toBe(true); // seen, and not out of a cache
    expect.soft(total(one), one.route).toBeLessThanOrEqual(MOST_BYTES);
  }
  const largest = ticker?.files.toSorted((a, b) => b.bytes - a.bytes)[0]?.name ?? '';
  const answer = await request.get(largest, { headers: { 'Accept-Encoding': 'br' } });
  expect(answer.headers()['content-encoding']).toBe('br');
});
