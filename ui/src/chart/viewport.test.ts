import { LEAST_PLACES, movedBy, partOfBars, shareOf, visibleOf, withPlace, zoomedAbout } from './viewport';

const bounds = { from: 0, to: 100 };

test('zooming leaves the place under the pointer where it is', () => {
  const view = zoomedAbout({ from: 20, to: 80 }, 35, 0.5, bounds);
  expect(view).toEqual({ from: 27.5, to: 57.5 });
  expect(shareOf(35, view)).toBe(shareOf(35, { from: 20, to: 80 }));
});

test('zooming out ends with the whole, and zooming in with a few points', () => {
  expect(zoomedAbout({ from: 20, to: 80 }, 35, 10, bounds)).toEqual(bounds);
  const near = zoomedAbout({ from: 20, to: 80 }, 80, 0.001, bounds);
  expect(near).toEqual({ from: 80 - LEAST_PLACES, to: 80 });
});

test('a view moves as far as there is history', () => {
  expect(movedBy({ from: 20, to: 40 }, 30, bounds)).toEqual({ from: 50, to: 70 });
  expect(movedBy({ from: 20, to: 40 }, 90, bounds)).toEqual({ from: 80, to: 100 });
  expect(movedBy({ from: 20, to: 40 }, -90, bounds)).toEqual({ from: 0, to: 20 });
});

test('a crosshair that leaves the view takes it along', () => {
  const view = { from: 20, to: 40 };
  expect(withPlace(view, 30, bounds)).toBe(view);
  expect(withPlace(view, 41, bounds)).toEqual({ from: 21, to: 41 });
  expect(withPlace(view, 0, bounds)).toEqual({ from: 0, to: 20 });
});

test('the points in view are those on its edges and between them', () => {
  const places = [0, 1, 2, 3.5, 5];
  expect(visibleOf(places, { from: 1, to: 3.5 })).toEqual({ first: 1, last: 3 });
  expect(visibleOf(places, { from: -0.5, to: 9 })).toEqual({ first: 0, last: 4 });
  // None: the one beside it.
  expect(visibleOf(places, { from: 2.2, to: 3 })).toEqual({ first: 3, last: 3 });
  expect(visibleOf(places, { from: 7, to: 9 })).toEqual({ first: 4, last: 4 });
});

test('zoomed bars stand a whole number of px apart, and the newest of them stays at the right edge', () => {
  const view = partOfBars({ from: 40, to: 99 }, 730);
  expect(730 / (view.to - view.from)).toBeCloseTo(12, 9);
  expect(view.to).toBeCloseTo(99.5, 9);
  expect(partOfBars({ from: 0, to: 59 }, 730).from).toBe(-0.5);
});
