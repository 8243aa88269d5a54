import { type CDPSession, expect, type Page, saveData, test } from '../e2e/test.ts';
import { panel, wakeChart } from '../e2e/tickerPage.ts';
import { cpuTime, slowDown } from './mainThread.ts';
import { writeSection } from './section.ts';

/** Duration of panning and interval of pointer events, in milliseconds. */
const DURATION_MS = 4000;
const EVENT_INTERVAL_MS = 8;
/** Number of half periods of the back-and-forth movement. */
const HALF_PERIODS = 4;

interface View {
  name: string;
  path: string;
}

/** Zoomed views of daily and five-minute bars. */
const VIEWS: View[] = [
  {
    name: '5 years of daily bars, 4 years in view, line',
    path: 'ticker/AAPL?range=5Y&from=2022-06-01&to=2026-06-01',
  },
  {
    name: '5 years of daily bars, 1 year in view, candles, volume',
    path: 'ticker/AAPL?range=5Y&mode=candles&from=2025-01-01&to=2026-01-01',
  },
  {
    name: '2,016 five-minute bars, 3 days in view, line',
    path: 'ticker/BTC?range=1D&from=2026-11-15T00:00Z&to=2026-11-18T00:00Z',
  },
];

interface Figures {
  /** Frames per second. */
  rate: number;
  /** Time between two frames in milliseconds: the median and the 95th percentile. */
  medianGap: number;
  slowGap: number;
  /** CPU milliseconds of the main thread per frame. */
  work: number;
}

/** Records the times at which charts are drawn; each drawing starts with `clearRect`. Call before opening the page. */
const recordDrawings = (page: Page) =>
  page.addInitScript(() => {
    const drawings: number[] = [];
    Object.assign(window, { drawings });
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      drawings.push(performance.now());
      return clear.apply(this, box);
    };
  });

/** Drags the chart back and forth along its time axis at the event rate of a mouse. */
async function pan(page: Page, session: CDPSession): Promise<Figures> {
  const timeAxis = panel(page, 'Price Chart').locator('[data-times]');
  await timeAxis.scrollIntoViewIfNeeded();
  const box = await timeAxis.boundingBox();
  if (!box) throw new Error('no time axis');
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middle, y);
  await page.mouse.down();
  const before = await cpuTime(session);
  const startedAt = await page.evaluate(() => performance.now());
  const from = Date.now();
  const pendingEvents: Promise<unknown>[] = [];
  for (let now = 0; now < DURATION_MS; now = Date.now() - from) {
    const x = middle + box.width * 0.2 * Math.sin((Math.PI * HALF_PERIODS * now) / DURATION_MS);
    pendingEvents.push(
      session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 }),
    );
    await new Promise((done) => setTimeout(done, EVENT_INTERVAL_MS));
  }
  const endedAt = await page.evaluate(() => performance.now());
  const work = 1000 * ((await cpuTime(session)) - before);
  await Promise.all(pendingEvents);
  await page.mouse.up();
  const drawings = await page.evaluate(() => (window as unknown as { drawings: number[] }).drawings);
  const inRange = drawings.filter((time) => time >= startedAt && time <= endedAt);
  const gaps = inRange.slice(1).map((time, index) => time - (inRange[index] ?? time));
  gaps.sort((a, b) => a - b);
  const percentile = (fraction: number) => gaps[Math.floor(gaps.length * fraction)] ?? Number.NaN;
  return {
    rate: (1000 * inRange.length) / (endedAt - startedAt),
    medianGap: percentile(0.5),
    slowGap: percentile(0.95),
    work: work / inRange.length,
  };
}

const rows: string[] = [];

for (const { name, path } of VIEWS) {
  for (const slowdown of [1, 4]) {
    test(`measures panning: ${name}, CPU ${slowdown} times slower`, async ({ page }) => {
      await saveData(page);
      await recordDrawings(page);
      await page.goto(path);
      await expect(panel(page, 'Price Chart').locator('canvas')).toHaveCount(1);
      await wakeChart(page);
      await panel(page, 'Price Chart').getByRole('slider', { name: 'Price chart crosshair' }).hover();
      await expect(panel(page, 'Price Chart').locator('[data-zoom]')).toBeAttached();
      const session = await slowDown(page, slowdown);
      const { rate, medianGap, slowGap, work } = await pan(page, session);
      const goal = slowdown === 1 ? 60 : 30;
      const cells = [
        name,
        `${slowdown} ×`,
        rate.toFixed(1),
        `${medianGap.toFixed(1)} ms`,
        `${slowGap.toFixed(1)} ms`,
        `${work.toFixed(1)} ms`,
      ];
      // A 60 Hz screen shows at most 60 frames per second, and the time window cuts off one frame.
      rows.push(`| ${[...cells, `≥ ${goal}`, rate > goal * 0.98 ? 'met' : 'missed'].join(' | ')} |`);
    });
  }
}

test.afterAll(() =>
  writeSection('In a browser: panning a chart', [
    'Written by `npm run bench` in `ui/` with `WRITE=1`: a chart of 1440 px is panned back and forth for four seconds in',
    'headless Chromium without a GPU, at full speed and with CPU throttling. The table shows how often the chart was drawn.',
    '',
    '| chart | CPU slowdown | frames per second | median frame interval | 95th percentile | main thread CPU per frame | goal | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]),
);
