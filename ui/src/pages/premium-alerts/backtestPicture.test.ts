import { expect, test } from 'vitest';
import { HEIGHT, MARK, pictureOf, WIDTH } from './backtestPicture';

const closes = [10, 30, 20].map((price, day) => ({ at: `2026-11-0${day + 1}T00:00:00Z`, price }));
const price = { type: 'price', symbol: 'AAPL', condition: 'above', value: 25 };

test('closes are a line, with marks where the alert would have fired', () => {
  const picture = pictureOf({ closes, fired: [{ at: '2026-11-02T00:00:00Z', price: 25 }] }, price);
  const middle = HEIGHT / 2;
  expect(picture?.line).toBe(`M0 ${HEIGHT - MARK}L${WIDTH / 2} ${MARK}L${WIDTH} ${middle}`);
  expect(picture?.marks).toHaveLength(1);
  expect(picture?.marks[0]?.x).toBe(WIDTH / 2);
  expect(picture?.marks[0]?.y).toBe(picture?.level);
});

test('only a price alert has a level, drawn if the prices reach it', () => {
  const levelOf = (change: object) => pictureOf({ closes, fired: [] }, { ...price, ...change })?.level;
  expect(levelOf({})).not.toBeNull();
  expect(levelOf({ value: 31 })).toBeNull();
  expect(levelOf({ type: 'technical', value: 20 })).toBeNull();
  expect(levelOf({ condition: 'percent_change', value: 20 })).toBeNull();
});

test('marks beyond the closes stay inside the drawing, and one close gives no drawing', () => {
  const late = [{ at: '2026-11-04T00:00:00Z', price: 40 }];
  expect(pictureOf({ closes, fired: late }, price)?.marks).toEqual([{ x: WIDTH, y: MARK }]);
  expect(pictureOf({ closes: closes.slice(0, 1), fired: [] }, price)).toBeNull();
});
