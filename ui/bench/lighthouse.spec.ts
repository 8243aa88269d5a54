import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { chromiumPath } from '../e2e/chromium.ts';
import { startServer } from '../e2e/server.ts';
import { test } from '../e2e/test.ts';
import { writeSection } from './section.ts';

/** The executable of the npm package `lighthouse`. Not a dependency: it is larger than all dependencies together. */
const LIGHTHOUSE = process.env.LIGHTHOUSE;
const RUNS = 5;
/** The folder of the reports, ignored by git. */
const FOLDER = 'test-results/lighthouse';
const PAGES = ['', 'ticker/AAPL', 'stock-analysis'];
const CHROME = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';

interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

/** Measures one visit with Lighthouse's default phone: a slow network and a slow CPU. */
function visit(url: string, file: string): Report {
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${CHROME}`];
  const only = '--only-categories=performance,accessibility,best-practices';
  // Now and then the browser delivers no trace.
  for (let attempt = 1; ; attempt++) {
    execFileSync(LIGHTHOUSE ?? '', [url, ...options, only], {
      env: { ...process.env, CHROME_PATH: chromiumPath() ?? process.env.CHROME_PATH },
      stdio: 'ignore',
    });
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    if (report.categories.performance.score !== null || attempt === 3) return report;
  }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const rows: string[] = [];

for (const path of PAGES) {
  test(`/${path} as Lighthouse sees it from a phone`, async () => {
    test.skip(!LIGHTHOUSE, 'LIGHTHOUSE names no program');
    mkdirSync(FOLDER, { recursive: true });
    const server = await startServer();
    const name = path.replace(/\W/g, '-') || 'home';
    const reports = Array.from({ length: RUNS }, (_, run) =>
      visit(server.url + path, `${FOLDER}/${name}-${run + 1}.json`),
    );
    await server.stop();
    const score = (category: keyof Report['categories']) =>
      reports.map(({ categories }) => Math.round(100 * categories[category].score));
    const audit = (id: string) => middle(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    const seconds = (id: string) => `${(audit(id) / 1000).toFixed(1)} s`;
    const scores = score('performance');
    const others = [middle(score('accessibility')), middle(score('best-practices'))];
    const isMet = middle(scores) >= 95 && others.every((each) => each === 100);
    const cells = [
      `/${path}`,
      `${middle(scores)} (${scores.join(', ')})`,
      others.join(', '),
      seconds('first-contentful-paint'),
      seconds('largest-contentful-paint'),
      `${audit('total-blocking-time').toFixed(0)} ms`,
      audit('cumulative-layout-shift').toFixed(3),
    ];
    rows.push(`| ${cells.join(' | ')} | ≥ 95, 100, 100 | ${isMet ? 'met' : 'missed'} |`);
  });
}

test.afterAll(() => {
  if (rows.length === 0) return;
  writeSection('In a browser: first visit on a phone', [
    'Written by `LIGHTHOUSE=node_modules/.bin/lighthouse npm run bench lighthouse` in `ui/` with `WRITE=1`, after `npm install --no-save lighthouse`: medians of five',
    'visits with Lighthouse’s phone profile (slow network, CPU four times slower, empty cache).',
    '',
    '| page | performance | accessibility, best practices | first paint | largest paint | blocking time | layout shift | goal | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]);
});
