import {
  fractionOf,
  MIN_VIEW_LENGTH,
  panBy,
  panToInclude,
  snapViewToBars,
  visibleIndices,
  zoomAround,
} from './viewport';

const bounds = { from: 0, to: 100 };

test('zooming keeps the position under the pointer fixed', () => {
  const view = zoomAround({ from: 20, to: 80 }, 35, 0.5, bounds);
  expect(view).toEqual({ from: 27.5, to: 57.5 });
  expect(fractionOf(35, view)).toBe(fractionOf(35, { from: 20, to: 80 }));
});

test('zooming out is limited to the whole axis, zooming in to a few points', () => {
  expect(zoomAround({ from: 20, to: 80 }, 35, 10, bounds)).toEqual(bounds);
  const closest = zoomAround({ from: 20, to: 80 }, 80, 0.001, bounds);
  expect(closest).toEqual({ from: 80 - MIN_VIEW_LENGTH, to: 80 });
});

test('panning is limited to the bounds', () => {
  expect(panBy({ from: 20, to: 40 }, 30, bounds)).toEqual({ from: 50, to: 70 });
  expect(panBy({ from: 20, to: 40 }, 90, bounds)).toEqual({ from: 80, to: 100 });
  expect(panBy({ from: 20, to: 40 }, -90, bounds)).toEqual({ from: 0, to: 20 });
});

test('the view moves just far enough to include a position', () => {
  const view = { from: 20, to: 40 };
  expect(panToInclude(view, 30, bounds)).toBe(view);
  expect(panToInclude(view, 41, bounds)).toEqual({ from: 21, to: 41 });
  expect(panToInclude(view, 0, bounds)).toEqual({ from: 0, to: 20 });
});

test('the visible points include those at the edges of the view', () => {
  const positions = [0, 1, 2, 3.5, 5];
  expect(visibleIndices(positions, { from: 1, to: 3.5 })).toEqual({ first: 1, last: 3 });
  expect(visibleIndices(positions, { from: -0.5, to: 9 })).toEqual({ first: 0, last: 4 });
  // If no point is visible, the next one to the right; past the end, the last one.
  expect(visibleIndices(positions, { from: 2.2, to: 3 })).toEqual({ first: 3, last: 3 });
  expect(visibleIndices(positions, { from: 7, to: 9 })).toEqual({ first: 4, last: 4 });
});

test('the spacing of bars in a zoomed view is a whole number of px, and the newest bar stays at the right edge', () => {
  const view = snapViewToBars({ from: 40, to: 99 }, 730);
  expect(730 / (view.to - view.from)).toBeCloseTo(12, 9);
  expect(view.to).toBeCloseTo(99.5, 9);
  expect(snapViewToBars({ from: 0, to: 59 }, 730).from).toBe(-0.5);
});
