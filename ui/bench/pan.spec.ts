import { type CDPSession, expect, type Page, saveData, test } from '../e2e/test.ts';
import { panel, wakeChart } from '../e2e/tickerPage.ts';
import { slowDown, worked } from './mainThread.ts';
import { writeSection } from './section.ts';

/** Duration of panning, and interval of pointer events, in milliseconds. */
const LENGTH = 4000;
const STEP = 8;
/** Half periods of the back-and-forth movement. */
const SWAYS = 4;

interface View {
  name: string;
  address: string;
}

/** Zoomed views of daily and five-minute bars. */
const VIEWS: View[] = [
  {
    name: '5 years of daily bars, 4 years in view, line',
    address: 'ticker/AAPL?range=5Y&from=2022-06-01&to=2026-06-01',
  },
  {
    name: '5 years of daily bars, 1 year in view, candles, volume',
    address: 'ticker/AAPL?range=5Y&mode=candles&from=2025-01-01&to=2026-01-01',
  },
  {
    name: '2,016 five-minute bars, 3 days in view, line',
    address: 'ticker/BTC?range=1D&from=2026-11-15T00:00Z&to=2026-11-18T00:00Z',
  },
];

interface Figures {
  /** Frames per second. */
  rate: number;
  /** Milliseconds between two frames: the median and the 95th percentile. */
  usual: number;
  slow: number;
  /** CPU milliseconds of the main thread per frame. */
  work: number;
}

/** Records when charts are drawn: every drawing starts with `clearRect`. Call before the page is opened. */
const noteDrawings = (page: Page) =>
  page.addInitScript(() => {
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      drawn.push(performance.now());
      return clear.apply(this, box);
    };
  });

/** Drags the chart back and forth along its time axis at the event rate of a mouse. */
async function pan(page: Page, browser: CDPSession): Promise<Figures> {
  const times = panel(page, 'Price Chart').locator('[data-times]');
  await times.scrollIntoViewIfNeeded();
  const box = await times.boundingBox();
  if (!box) throw new Error('no time axis');
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middle, y);
  await page.mouse.down();
  const before = await worked(browser);
  const begun = await page.evaluate(() => performance.now());
  const from = Date.now();
  const sent: Promise<unknown>[] = [];
  for (let now = 0; now < LENGTH; now = Date.now() - from) {
    const x = middle + box.width * 0.2 * Math.sin((Math.PI * SWAYS * now) / LENGTH);
    sent.push(
      browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 }),
    );
    await new Promise((done) => setTimeout(done, STEP));
  }
  const until = await page.evaluate(() => performance.now());
  const work = 1000 * ((await worked(browser)) - before);
  await Promise.all(sent);
  await page.mouse.up();
  const drawn = await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn);
  const within = drawn.filter((at) => at >= begun && at <= until);
  const gaps = within.slice(1).map((at, index) => at - (within[index] ?? at));
  gaps.sort((a, b) => a - b);
  const at = (share: number) => gaps[Math.floor(gaps.length * share)] ?? Number.NaN;
  return {
    rate: (1000 * within.length) / (until - begun),
    usual: at(0.5),
    slow: at(0.95),
    work: work / within.length,
  };
}

const rows: string[] = [];

for (const { name, address } of VIEWS) {
  for (const slower of [1, 4]) {
    test(`${name}, CPU ${slower} times slower`, async ({ page }) => {
      await saveData(page);
      await noteDrawings(page);
      await page.goto(address);
      await expect(panel(page, 'Price Chart').locator('canvas')).toHaveCount(1);
      await wakeChart(page);
      await panel(page, 'Price Chart').getByRole('slider', { name: 'Price chart crosshair' }).hover();
      await expect(panel(page, 'Price Chart').locator('[data-zoom]')).toBeAttached();
      const browser = await slowDown(page, slower);
      const { rate, usual, slow, work } = await pan(page, browser);
      const goal = slower === 1 ? 60 : 30;
      const cells = [
        name,
        `${slower} ×`,
        rate.toFixed(1),
        `${usual.toFixed(1)} ms`,
        `${slow.toFixed(1)} ms`,
        `${work.toFixed(1)} ms`,
      ];
      // A 60 Hz screen shows no more than that, and the time window cuts one off.
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
