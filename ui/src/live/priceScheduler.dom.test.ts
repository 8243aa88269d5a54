import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderPrices } from './priceScheduler';

let schedule: (run: RenderPrices) => void;
let scheduleSummary: (run: () => void) => void;
let now: number;
let frames: (() => void)[];
let timers: { run: () => void; at: number }[];
let rendered: string[];

beforeEach(async () => {
  vi.resetModules();
  [now, frames, timers, rendered] = [0, [], [], []];
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => timers.push({ run, at: now + ms }));
  ({ schedulePrices: schedule, scheduleSummary } = await import('./priceScheduler'));
});
afterEach(() => vi.unstubAllGlobals());

/** Returns a callback that renders one ticker and takes `ms` milliseconds. */
const render = (name: string, ms: number) => () => {
  rendered.push(name);
  now += ms;
  return 1;
};

/** Runs the callbacks of the next frame, and then the due timers. */
function renderFrame(): void {
  for (const run of frames.splice(0)) run();
  advance(0);
}

function advance(ms: number): void {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { run } of due) run();
}

test('all callbacks scheduled before a frame are rendered in it', () => {
  schedule(render('prices', 1));
  schedule(render('flashes', 1));
  expect(frames).toHaveLength(1);
  renderFrame();
  expect(rendered).toEqual(['prices', 'flashes']);
});

test('the next frame waits 27 times as long as the previous one took', () => {
  schedule(render('prices', 2));
  schedule(render('flashes', 8));
  renderFrame();
  schedule(render('later', 1));
  advance(269);
  expect(frames).toHaveLength(0);
  advance(1);
  renderFrame();
  expect(rendered).toEqual(['prices', 'flashes', 'later']);
});

test('summaries and prices are rendered in alternating frames', () => {
  const next = () => {
    advance(1500);
    renderFrame();
    return rendered.splice(0);
  };
  scheduleSummary(render('a count', 1));
  scheduleSummary(render('a total', 1));
  schedule(render('prices', 1));
  expect(next()).toEqual(['prices']);
  schedule(render('prices', 1));
  expect(next()).toEqual(['a count', 'a total']);
  expect(next()).toEqual(['prices']);
  scheduleSummary(render('a count', 1));
  expect(next()).toEqual(['a count']);
  scheduleSummary(render('a count', 1));
  expect(next()).toEqual(['a count']);
});

test('a callback scheduled during a frame waits for the next frame', () => {
  schedule(() => {
    schedule(render('the others', 1));
    return render('the first', 10)();
  });
  renderFrame();
  expect(rendered).toEqual(['the first']);
  expect(frames).toHaveLength(0);
  advance(270);
  renderFrame();
  expect(rendered).toEqual(['the first', 'the others']);
});

test('a visible window without frames is rendered by a timer, and nothing is rendered twice', () => {
  schedule(render('prices', 1));
  advance(250);
  expect(rendered).toEqual(['prices']);
  renderFrame();
  expect(rendered).toEqual(['prices']);
});

test('the cost of a summary does not change the number of tickers per frame', () => {
  const limits: number[] = [];
  const next = () => {
    schedule((maxTickers) => {
      limits.push(maxTickers);
      return maxTickers;
    });
    advance(1500);
    renderFrame();
  };
  next();
  next();
  scheduleSummary(render('a sum', 100));
  advance(1500);
  renderFrame();
  next();
  expect(limits).toEqual([8, 16, 32]);
});

test('a failing callback stops neither the others nor later frames', () => {
  const thrown: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (run: () => void) => thrown.push(run));
  schedule(() => {
    throw new Error('no such row');
  });
  schedule(render('prices', 1));
  renderFrame();
  schedule(render('later', 1));
  advance(1500);
  renderFrame();
  expect(rendered).toEqual(['prices', 'later']);
  expect(thrown).toHaveLength(1);
  expect(() => thrown[0]?.()).toThrow('no such row');
});
