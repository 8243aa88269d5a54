import { placeLabels } from './placeLabels';

const centersOf = (marks: readonly number[], rowWidth = 363, width = 70) =>
  placeLabels(
    marks.map((mark) => ({ mark, width })),
    rowWidth,
    10,
  );

test('a label is below its mark, and within the row', () => {
  expect(centersOf([100, 200, 300])).toEqual([100, 200, 300]);
  expect(centersOf([0, 200, 363])).toEqual([35, 200, 328]);
});

test('labels that would collide move apart as needed, in both directions and in order', () => {
  expect(centersOf([150, 170])).toEqual([120, 200]);
  expect(centersOf([150, 150, 150])).toEqual([70, 150, 230]);
  // The label at the edge stays; only its neighbor moves.
  expect(centersOf([0, 55, 363])).toEqual([35, 115, 328]);
  expect(centersOf([300, 355, 363])).toEqual([168, 248, 328]);
  // Labels that don't collide stay in place.
  expect(centersOf([20, 200, 210])).toEqual([35, 165, 245]);
});

test("labels that don't fit in one row have no positions", () => {
  expect(centersOf([0, 50, 100], 230)).toEqual([35, 115, 195]);
  expect(centersOf([0, 50, 100], 229)).toBeUndefined();
});
