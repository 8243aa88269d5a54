import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderPrices } from './priceScheduler';

let request: (run: RenderPrices) => void;
let scheduleSummary: (run: () => void) => void;
let now: number;
let pictures: (() => void)[];
let timers: { run: () => void; at: number }[];
let drawn: string[];

beforeEach(async () => {
  vi.resetModules();
  [now, pictures, timers, drawn] = [0, [], [], []];
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => pictures.push(run));
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => timers.push({ run, at: now + ms }));
  ({ schedulePrices: request, scheduleSummary } = await import('./priceScheduler'));
});
afterEach(() => vi.unstubAllGlobals());

/** A drawing of one ticker that takes so many milliseconds. */
const drawing = (name: string, ms: number) => () => {
  drawn.push(name);
  now += ms;
  return 1;
};

/** The browser draws a picture where one is asked for, and then runs what is due. */
function drawPicture(): void {
  for (const run of pictures.splice(0)) run();
  goOn(0);
}

function goOn(ms: number): void {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { run } of due) run();
}

test('all that asks before a picture is drawn in it', () => {
  request(drawing('prices', 1));
  request(drawing('flashes', 1));
  expect(pictures).toHaveLength(1);
  drawPicture();
  expect(drawn).toEqual(['prices', 'flashes']);
});

test('the next picture waits 27 times as long as everything in the one before took', () => {
  request(drawing('prices', 2));
  request(drawing('flashes', 8));
  drawPicture();
  request(drawing('later', 1));
  goOn(269);
  expect(pictures).toHaveLength(0);
  goOn(1);
  drawPicture();
  expect(drawn).toEqual(['prices', 'flashes', 'later']);
});

test('what sums prices up has pictures of its own, in turn with those of the prices', () => {
  const next = () => {
    goOn(1500);
    drawPicture();
    return drawn.splice(0);
  };
  scheduleSummary(drawing('a count', 1));
  scheduleSummary(drawing('a total', 1));
  request(drawing('prices', 1));
  expect(next()).toEqual(['prices']);
  request(drawing('prices', 1));
  expect(next()).toEqual(['a count', 'a total']);
  expect(next()).toEqual(['prices']);
  scheduleSummary(drawing('a count', 1));
  expect(next()).toEqual(['a count']);
  scheduleSummary(drawing('a count', 1));
  expect(next()).toEqual(['a count']);
});

test('what a drawing asks for itself waits as well: the tickers whose turn it was not', () => {
  request(() => {
    request(drawing('the others', 1));
    return drawing('the first', 10)();
  });
  drawPicture();
  expect(drawn).toEqual(['the first']);
  expect(pictures).toHaveLength(0);
  goOn(270);
  drawPicture();
  expect(drawn).toEqual(['the first', 'the others']);
});

test('a window that shows and is not drawn goes on, and draws nothing twice', () => {
  request(drawing('prices', 1));
  goOn(250);
  expect(drawn).toEqual(['prices']);
  drawPicture();
  expect(drawn).toEqual(['prices']);
});

test('a sum says nothing of how many tickers may be drawn at once', () => {
  const most: number[] = [];
  const next = () => {
    request((may) => {
      most.push(may);
      return may;
    });
    goOn(1500);
    drawPicture();
  };
  next();
  next();
  scheduleSummary(drawing('a sum', 100));
  goOn(1500);
  drawPicture();
  next();
  expect(most).toEqual([8, 16, 32]);
});

test('a drawing that fails stops neither the others nor the pictures to come', () => {
  const thrown: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (run: () => void) => thrown.push(run));
  request(() => {
    throw new Error('no such row');
  });
  request(drawing('prices', 1));
  drawPicture();
  request(drawing('later', 1));
  goOn(1500);
  drawPicture();
  expect(drawn).toEqual(['prices', 'later']);
  expect(thrown).toHaveLength(1);
  expect(() => thrown[0]?.()).toThrow('no such row');
});
