import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Run } from './requestFrame';

let request: (run: Run) => void;
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
  request = (await import('./requestFrame')).requestFrame;
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
  request(drawing('a sum', 1));
  expect(pictures).toHaveLength(1);
  drawPicture();
  expect(drawn).toEqual(['prices', 'a sum']);
});

test('the next picture waits 31 times as long as everything in the one before took', () => {
  request(drawing('prices', 2));
  request(drawing('a sum', 8));
  drawPicture();
  request(drawing('later', 1));
  goOn(309);
  expect(pictures).toHaveLength(0);
  goOn(1);
  drawPicture();
  expect(drawn).toEqual(['prices', 'a sum', 'later']);
});

test('what a drawing asks for itself waits as well: the tickers whose turn it was not', () => {
  request(() => {
    request(drawing('the others', 1));
    return drawing('the first', 10)();
  });
  drawPicture();
  expect(drawn).toEqual(['the first']);
  expect(pictures).toHaveLength(0);
  goOn(310);
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

test('a picture with a sum says nothing of how many tickers may be drawn at once', () => {
  const most: number[] = [];
  const prices = (ms: number) => (may: number) => {
    most.push(may);
    now += ms;
    return may;
  };
  const next = () => {
    goOn(1500);
    drawPicture();
  };
  request(prices(1));
  next();
  request(prices(1));
  request(() => {
    now += 100;
    return null;
  });
  next();
  request(prices(1));
  next();
  expect(most).toEqual([8, 16, 16]);
});
