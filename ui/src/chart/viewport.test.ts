import {
  fractionOf,
  MIN_VIEW_LENGTH,
  panBy,
  panToInclude,
  partialBarAxis,
  visibleIndices,
  zoomAround,
} from './viewport';

const bounds = { from: 0, to: 100 };

test('zooming leaves the place under the pointer where it is', () => {
  const view = zoomAround({ from: 20, to: 80 }, 35, 0.5, bounds);
  expect(view).toEqual({ from: 27.5, to: 57.5 });
  expect(fractionOf(35, view)).toBe(fractionOf(35, { from: 20, to: 80 }));
});

test('zooming out ends with the whole, and zooming in with a few points', () => {
  expect(zoomAround({ from: 20, to: 80 }, 35, 10, bounds)).toEqual(bounds);
  const near = zoomAround({ from: 20, to: 80 }, 80, 0.001, bounds);
  expect(near).toEqual({ from: 80 - MIN_VIEW_LENGTH, to: 80 });
});

test('a view moves as far as there is history', () => {
  expect(panBy({ from: 20, to: 40 }, 30, bounds)).toEqual({ from: 50, to: 70 });
  expect(panBy({ from: 20, to: 40 }, 90, bounds)).toEqual({ from: 80, to: 100 });
  expect(panBy({ from: 20, to: 40 }, -90, bounds)).toEqual({ from: 0, to: 20 });
});

test('a crosshair that leaves the view takes it along', () => {
  const view = { from: 20, to: 40 };
  expect(panToInclude(view, 30, bounds)).toBe(view);
  expect(panToInclude(view, 41, bounds)).toEqual({ from: 21, to: 41 });
  expect(panToInclude(view, 0, bounds)).toEqual({ from: 0, to: 20 });
});

test('the points in view are those on its edges and between them', () => {
  const positions = [0, 1, 2, 3.5, 5];
  expect(visibleIndices(positions, { from: 1, to: 3.5 })).toEqual({ first: 1, last: 3 });
  expect(visibleIndices(positions, { from: -0.5, to: 9 })).toEqual({ first: 0, last: 4 });
  // None: the one beside it.
  expect(visibleIndices(positions, { from: 2.2, to: 3 })).toEqual({ first: 3, last: 3 });
  expect(visibleIndices(positions, { from: 7, to: 9 })).toEqual({ first: 4, last: 4 });
});

test('zoomed bars stand a whole number of px apart, and the newest of them stays at the right edge', () => {
  const view = partialBarAxis({ from: 40, to: 99 }, 730);
  expect(730 / (view.to - view.from)).toBeCloseTo(12, 9);
  expect(view.to).toBeCloseTo(99.5, 9);
  expect(partialBarAxis({ from: 0, to: 59 }, 730).from).toBe(-0.5);
});
