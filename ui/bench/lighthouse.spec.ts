import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { chromiumPath } from '../e2e/chromium.ts';
import { startServer } from '../e2e/server.ts';
import { test } from '../e2e/test.ts';
import { writeSection } from './section.ts';

/** Path of the npm package's executable. Lighthouse is not a dependency, because it is larger than all others together. */
const LIGHTHOUSE = process.env.LIGHTHOUSE;
const RUNS = 5;
/** The folder of the reports, which git ignores. */
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
  const categories = '--only-categories=performance,accessibility,best-practices';
  // Sometimes the browser records no trace, so this tries up to three times.
  for (let attempt = 1; ; attempt++) {
    execFileSync(LIGHTHOUSE ?? '', [url, ...options, categories], {
      env: { ...process.env, CHROME_PATH: chromiumPath() ?? process.env.CHROME_PATH },
      stdio: 'ignore',
    });
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    if (report.categories.performance.score !== null || attempt === 3) return report;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const rows: string[] = [];

for (const path of PAGES) {
  test(`Lighthouse measures /${path} on a phone`, async () => {
    test.skip(!LIGHTHOUSE, 'LIGHTHOUSE is not set');
    mkdirSync(FOLDER, { recursive: true });
    const server = await startServer();
    const name = path.replace(/\W/g, '-') || 'home';
    const reports = Array.from({ length: RUNS }, (_, run) =>
      visit(server.url + path, `${FOLDER}/${name}-${run + 1}.json`),
    );
    await server.stop();
    const scoresOf = (category: keyof Report['categories']) =>
      reports.map(({ categories }) => Math.round(100 * categories[category].score));
    const medianAudit = (id: string) =>
      median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    const seconds = (id: string) => `${(medianAudit(id) / 1000).toFixed(1)} s`;
    const scores = scoresOf('performance');
    const otherScores = [median(scoresOf('accessibility')), median(scoresOf('best-practices'))];
    const isMet = median(scores) >= 95 && otherScores.every((each) => each === 100);
    const cells = [
      `/${path}`,
      `${median(scores)} (${scores.join(', ')})`,
      otherScores.join(', '),
      seconds('first-contentful-paint'),
      seconds('largest-contentful-paint'),
      `${medianAudit('total-blocking-time').toFixed(0)} ms`,
      medianAudit('cumulative-layout-shift').toFixed(3),
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
