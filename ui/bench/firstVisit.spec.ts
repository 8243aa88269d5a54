import type { Browser } from '@playwright/test';
import { startServer } from '../e2e/server.ts';
import { test } from '../e2e/test.ts';
import { slowDown } from './mainThread.ts';
import { median, selectedPaths } from './pagePaths.ts';
import { serveReference } from './reference/serve.ts';
import { writeSection } from './section.ts';

const VISITS = Number(process.env.VISITS ?? 5);
/** Factor by which the CPU is slowed down. */
const CPU_SLOWDOWN = 4;
/** Length of a visit in milliseconds. By then, everything that happens without input has happened. */
const VISIT_MS = 9000;
const PHONE = { width: 412, height: 823 };

/** Measurements of a visit. Times are in seconds, `blocked` in milliseconds. */
interface Visit {
  work: number;
  scripts: number;
  blocked: number;
  /** Number of tasks above 50 ms. */
  longTasks: number;
  firstPaint: number;
  largestPaint: number;
  layouts: number;
  styles: number;
  nodes: number;
  listeners: number;
  requests: number;
}

interface Observed {
  blocked: number;
  longTasks: number;
  largestPaint: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: PHONE, isMobile: true, hasTouch: true });
  await page.addInitScript(() => {
    const observed = { blocked: 0, longTasks: 0, largestPaint: 0 };
    Object.assign(window, { observed });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        observed.blocked += Math.max(0, duration - 50);
        observed.longTasks++;
      }
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) observed.largestPaint = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  let requests = 0;
  page.on('request', () => requests++);
  const session = await slowDown(page, CPU_SLOWDOWN);
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(VISIT_MS - (performance.now() - startedAt));
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const { observed, firstPaint } = await page.evaluate(() => ({
    observed: (window as unknown as { observed: Observed }).observed,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  await page.close();
  return {
    work: metric('TaskDuration'),
    scripts: metric('ScriptDuration'),
    blocked: observed.blocked,
    longTasks: observed.longTasks,
    firstPaint: firstPaint / 1000,
    largestPaint: observed.largestPaint / 1000,
    layouts: metric('LayoutCount'),
    styles: metric('RecalcStyleCount'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    requests,
  };
}

/** Returns the median of each measurement. */
function medianVisit(visits: readonly Visit[]): Visit {
  const [first] = visits;
  if (!first) throw new Error('there are no visits');
  const names = Object.keys(first) as (keyof Visit)[];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((each) => each[name]))])) as never;
}

function tableRow(name: string, visit: Visit, reference: Visit, goal: number | undefined): string {
  const { work, scripts, firstPaint, largestPaint, layouts, styles, nodes, listeners, requests } = visit;
  const [workRatio, scriptsRatio] = [work / reference.work, scripts / reference.scripts];
  const isMet = goal !== undefined && workRatio <= goal && scriptsRatio <= 1.5 && visit.blocked <= 200;
  const cells = [
    name,
    `${work.toFixed(2)} s (${workRatio.toFixed(1)}×)`,
    `${scripts.toFixed(2)} s (${scriptsRatio.toFixed(1)}×)`,
    `${visit.blocked.toFixed(0)} ms in ${visit.longTasks}`,
    `${firstPaint.toFixed(1)} s`,
    `${largestPaint.toFixed(1)} s`,
    ...[layouts, styles, nodes, listeners, requests].map((count) => count.toFixed(0)),
    goal === undefined ? '' : `≤ ${goal}×`,
    goal === undefined ? '' : isMet ? 'met' : 'missed',
  ];
  return `| ${cells.join(' | ')} |`;
}

test('the main thread work of a first visit is measured, compared with a plain page of the same libraries', async ({
  browser,
}) => {
  const paths = selectedPaths();
  test.setTimeout(VISITS * (paths.length + 1) * (VISIT_MS + 10_000));
  const server = await startServer();
  const reference = await serveReference();
  const urls = [reference.url, ...paths.map((path) => server.url + path)];
  const visits = new Map<string, Visit[]>(urls.map((url) => [url, []]));
  // Interleaved, so that other load on the machine affects all pages equally.
  for (let round = 0; round < VISITS; round++)
    for (const url of urls) visits.get(url)?.push(await visit(browser, url));
  await server.stop();
  reference.stop();
  const medianOf = (url: string) => medianVisit(visits.get(url) ?? []);
  const referenceVisit = medianOf(reference.url);
  const rows = paths.map((path) =>
    tableRow(`/${path}`, medianOf(server.url + path), referenceVisit, path === '' ? 1.5 : 2),
  );
  writeSection('In a browser: the work of a first visit', [
    `Written by \`npm run bench firstVisit\` in \`ui/\` with \`WRITE=1\` (\`PAGES="/ ticker/AAPL"\` selects pages): medians of ${VISITS} visits on a phone screen, each ${VISIT_MS / 1000} s long, with an empty`,
    `cache and a CPU that is ${CPU_SLOWDOWN} times slower; the network is not slowed down. The reference is \`ui/bench/reference\`: router, Mantine's shell, eight cards, a table of forty rows and a line`,
    'drawn by chart.js, all rendered in the browser. Work and scripts are CPU time of the main thread. Goals: scripts below 1.5 ×, and at most 200 ms of blocking (the time of tasks beyond 50 ms each).',
    '',
    '| page | work | scripts | blocked, in tasks | first paint | largest paint | layouts | style passes | nodes | listeners | requests | goal | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    tableRow('the reference', referenceVisit, referenceVisit, undefined),
    ...rows,
  ]);
});
