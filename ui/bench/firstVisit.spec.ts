import type { Browser } from '@playwright/test';
import { startServer } from '../e2e/server.ts';
import { test } from '../e2e/test.ts';
import { slowDown } from './mainThread.ts';
import { chosenPaths, median } from './pagePaths.ts';
import { serveReference } from './reference/serve.ts';
import { writeSection } from './section.ts';

const VISITS = Number(process.env.VISITS ?? 5);
/** CPU slowdown factor. */
const SLOWER = 4;
/** Length of a visit in milliseconds, until everything that happens without input is over. */
const VISIT_MS = 9000;
const PHONE = { width: 412, height: 823 };

/** Measurements of a visit: times in seconds, `blocked` in milliseconds. */
interface Visit {
  work: number;
  scripts: number;
  blocked: number;
  /** Tasks above 50 ms. */
  long: number;
  firstPaint: number;
  largestPaint: number;
  layouts: number;
  styles: number;
  nodes: number;
  listeners: number;
  requests: number;
}

interface Seen {
  blocked: number;
  long: number;
  largest: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: PHONE, isMobile: true, hasTouch: true });
  await page.addInitScript(() => {
    const seen = { blocked: 0, long: 0, largest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        seen.blocked += Math.max(0, duration - 50);
        seen.long++;
      }
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.largest = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  let requests = 0;
  page.on('request', () => requests++);
  const session = await slowDown(page, SLOWER);
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(VISIT_MS - (performance.now() - begun));
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const { seen, first } = await page.evaluate(() => ({
    seen: (window as unknown as { seen: Seen }).seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  await page.close();
  return {
    work: metric('TaskDuration'),
    scripts: metric('ScriptDuration'),
    blocked: seen.blocked,
    long: seen.long,
    firstPaint: first / 1000,
    largestPaint: seen.largest / 1000,
    layouts: metric('LayoutCount'),
    styles: metric('RecalcStyleCount'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    requests,
  };
}

/** Returns the median of each figure. */
function middleOf(visits: readonly Visit[]): Visit {
  const [one] = visits;
  if (!one) throw new Error('no visit was made');
  const names = Object.keys(one) as (keyof Visit)[];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((each) => each[name]))])) as never;
}

function rowOf(name: string, figures: Visit, reference: Visit, goal: number | undefined): string {
  const { work, scripts, firstPaint, largestPaint, layouts, styles, nodes, listeners, requests } = figures;
  const [ofWork, ofScripts] = [work / reference.work, scripts / reference.scripts];
  const isMet = goal !== undefined && ofWork <= goal && ofScripts <= 1.5 && figures.blocked <= 200;
  const cells = [
    name,
    `${work.toFixed(2)} s (${ofWork.toFixed(1)}×)`,
    `${scripts.toFixed(2)} s (${ofScripts.toFixed(1)}×)`,
    `${figures.blocked.toFixed(0)} ms in ${figures.long}`,
    `${firstPaint.toFixed(1)} s`,
    `${largestPaint.toFixed(1)} s`,
    ...[layouts, styles, nodes, listeners, requests].map((count) => count.toFixed(0)),
    goal === undefined ? '' : `≤ ${goal}×`,
    goal === undefined ? '' : isMet ? 'met' : 'missed',
  ];
  return `| ${cells.join(' | ')} |`;
}

test('what the main thread does for a first visit, beside a plain page of the same libraries', async ({
  browser,
}) => {
  const paths = chosenPaths();
  test.setTimeout(VISITS * (paths.length + 1) * (VISIT_MS + 10_000));
  const server = await startServer();
  const reference = await serveReference();
  const urls = [reference.url, ...paths.map((path) => server.url + path)];
  const visits = new Map<string, Visit[]>(urls.map((url) => [url, []]));
  // Interleaved, so that other load on the machine affects all pages equally.
  for (let turn = 0; turn < VISITS; turn++)
    for (const url of urls) visits.get(url)?.push(await visit(browser, url));
  await server.stop();
  reference.stop();
  const figures = (url: string) => middleOf(visits.get(url) ?? []);
  const plain = figures(reference.url);
  const rows = paths.map((path) =>
    rowOf(`/${path}`, figures(server.url + path), plain, path === '' ? 1.5 : 2),
  );
  writeSection('In a browser: the work of a first visit', [
    `Written by \`npm run bench firstVisit\` in \`ui/\` with \`WRITE=1\` (\`PAGES="/ ticker/AAPL"\`: those pages): the medians of ${VISITS} visits each to a phone's screen, ${VISIT_MS / 1000} s long, with an empty`,
    `cache and a processor slowed down ${SLOWER} times by the browser; the network is not slowed. The reference is \`ui/bench/reference\`: router, Mantine's shell, eight cards, a table of forty rows and a line`,
    'of chart.js, drawn by the client alone. Work and scripts are CPU time of the main thread; scripts should stay below 1.5 × and tasks should block it for at most 200 ms beyond their first 50.',
    '',
    '| page | work | scripts | blocked, in tasks | first paint | largest paint | layouts | style passes | nodes | listeners | requests | goal | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    rowOf('the reference', plain, plain, undefined),
    ...rows,
  ]);
});
