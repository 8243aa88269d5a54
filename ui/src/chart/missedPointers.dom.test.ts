import { expect, test } from 'vitest';
import { missedPointers } from './missedPointers';

const pointer = (type: string, clientX: number, init: PointerEventInit = {}) =>
  new PointerEvent(type, { clientX, pointerId: 1, pointerType: 'mouse', bubbles: true, ...init });

function recordEvents(plot: HTMLElement) {
  const events: string[] = [];
  for (const type of ['pointerdown', 'pointermove', 'pointerup'])
    plot.addEventListener(type, (event) => events.push(`${type} ${(event as PointerEvent).clientX}`));
  return events;
}

test('a missed drag is replayed once, in order, from its start to its current position', () => {
  const plot = document.createElement('div');
  const missed = missedPointers([plot]);
  plot.dispatchEvent(pointer('pointermove', 5));
  plot.dispatchEvent(pointer('pointerdown', 10));
  for (const x of [20, 30, 40]) plot.dispatchEvent(pointer('pointermove', x));
  plot.dispatchEvent(pointer('pointerup', 40));
  const events = recordEvents(plot);
  missed.replay();
  expect(events).toEqual(['pointerdown 10', 'pointermove 40', 'pointerup 40']);
  missed.replay();
  expect(events).toHaveLength(3);
});

test('only the last of several drags is replayed, and no events are recorded after stop', () => {
  const plot = document.createElement('div');
  const missed = missedPointers([plot]);
  for (const x of [10, 50]) {
    plot.dispatchEvent(pointer('pointerdown', x));
    plot.dispatchEvent(pointer('pointerup', x + 5));
  }
  const events = recordEvents(plot);
  missed.stop();
  plot.dispatchEvent(pointer('pointerdown', 90));
  events.length = 0;
  missed.replay();
  expect(events).toEqual(['pointerdown 50', 'pointerup 55']);
});
