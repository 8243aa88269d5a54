import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath } from '../e2e/chromium.ts';
import { startServer } from '../e2e/server.ts';
import { test } from '../e2e/test.ts';
import { median, selectedPaths } from './pagePaths.ts';
import { serveReference } from './reference/serve.ts';
import { writeSection } from './section.ts';

/** Path of the npm package's executable. Lighthouse is not a dependency, because it is larger than all other dependencies together. */
const LIGHTHOUSE = process.env.LIGHTHOUSE;
const VISITS = Number(process.env.VISITS ?? 5);
/** Upper bound for one visit, in milliseconds. */
const VISIT_TIMEOUT = 60_000;
/** The folder of the reports, which git ignores. */
const FOLDER = 'test-results/lighthouse';
const CHROME = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';
const run = promisify(execFile);

interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number | null }>;
  audits: Record<string, { numericValue: number }>;
  environment: { benchmarkIndex: number };
}

/** Measures one visit with Lighthouse's default phone: a slow network and a CPU that is four times slower. */
async function visit(url: string, file: string): Promise<Report> {
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${CHROME}`];
  const categories = '--only-categories=performance,accessibility,best-practices';
  // Sometimes the browser records no trace, so this tries up to three times.
  for (let attempt = 1; ; attempt++) {
    await run(LIGHTHOUSE ?? '', [url, ...options, categories], {
      env: { ...process.env, CHROME_PATH: chromiumPath() ?? process.env.CHROME_PATH },
    });
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    if (report.categories.performance.score !== null || attempt === 3) return report;
  }
}

function tableRow(name: string, reports: readonly Report[], hasGoal: boolean): string {
  const scoresOf = (category: keyof Report['categories']) =>
    reports.map(({ categories }) => Math.round(100 * (categories[category].score ?? Number.NaN)));
  const medianAudit = (id: string) =>
    median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const seconds = (id: string) => `${(medianAudit(id) / 1000).toFixed(1)} s`;
  const scores = scoresOf('performance');
  const otherScores = [median(scoresOf('accessibility')), median(scoresOf('best-practices'))];
  const isMet = median(scores) >= 95 && otherScores.every((each) => each === 100);
  const cells = [
    name,
    `${median(scores)} (${scores.join(', ')})`,
    otherScores.join(', '),
    median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0),
    seconds('first-contentful-paint'),
    seconds('largest-contentful-paint'),
    `${medianAudit('total-blocking-time').toFixed(0)} ms`,
    medianAudit('cumulative-layout-shift').toFixed(3),
    hasGoal ? '≥ 95, 100, 100' : '',
    hasGoal ? (isMet ? 'met' : 'missed') : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

test('Lighthouse measures first visits on a phone, compared with a plain page of the same libraries', async () => {
  test.skip(!LIGHTHOUSE, 'LIGHTHOUSE is not set');
  const paths = selectedPaths();
  test.setTimeout(VISITS * (paths.length + 1) * VISIT_TIMEOUT);
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer();
  const reference = await serveReference();
  const pages = [
    { name: 'the reference', url: reference.url },
    ...paths.map((path) => ({ name: `/${path}`, url: server.url + path })),
  ];
  const reports = new Map<string, Report[]>(pages.map(({ url }) => [url, []]));
  // Interleaved, so that other load on the machine affects all pages equally.
  for (let round = 1; round <= VISITS; round++)
    for (const { name, url } of pages)
      reports.get(url)?.push(await visit(url, `${FOLDER}/${name.replace(/\W+/g, '-')}-${round}.json`));
  await server.stop();
  reference.stop();
  const browser = basename(chromiumPath() ?? 'chromium');
  writeSection(`In a browser: first visit on a phone (${browser})`, [
    'Written by `LIGHTHOUSE=node_modules/.bin/lighthouse npm run bench lighthouse` in `ui/` with `WRITE=1`, after `npm install --no-save lighthouse`',
    `(\`PAGES="/ ticker/AAPL"\` selects pages, \`CHROMIUM\` a browser): medians of ${VISITS} visits with Lighthouse’s phone profile (slow network, CPU four times`,
    'slower, empty cache). Scores depend on the speed of the machine, which Lighthouse measures as benchmark index. The reference is `ui/bench/reference`.',
    '',
    '| page | performance | accessibility, best practices | benchmark index | first paint | largest paint | blocking time | layout shift | goal | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...pages.map(({ name, url }, index) => tableRow(name, reports.get(url) ?? [], index > 0)),
  ]);
});
