import { exchangeClock } from './exchangeClock';

/** The tests run in New York time: a Friday at 2:32 PM. */
const NOW = Date.parse('2026-11-20T19:32:00Z');
const hours = (name: string, ...sessions: [string, string][]) => ({
  name,
  timeZone: 'UTC',
  sessions: sessions.map(([opensAt, closesAt]) => ({ opensAt, closesAt })),
});

test("each exchange has its open hours within the user's day, and a text about its next change", () => {
  const { lanes, now } = exchangeClock(
    [
      hours(
        'Tokyo',
        ['2026-11-20T00:00:00Z', '2026-11-20T06:30:00Z'],
        ['2026-11-24T00:00:00Z', '2026-11-24T06:30:00Z'],
      ),
      hours('London', ['2026-11-20T08:00:00Z', '2026-11-20T16:30:00Z']),
      hours('New York', ['2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z']),
    ],
    NOW,
  );
  expect(now).toBeCloseTo((14 * 60 + 32) / 1440);
  expect(lanes.map(({ text, open }) => [text, open])).toEqual([
    ['Tokyo opens Mon 7:00 PM', false],
    ['London closed', false],
    ['New York closes in 1 h 28 min', true],
    ['Crypto always open', true],
  ]);
  const [tokyo, london, newYork] = lanes;
  // Midnight in New York is 5:00 in London; Tokyo's last session ended 1.5 hours later.
  expect(tokyo?.openHours).toEqual([{ from: 0, to: expect.closeTo(1.5 / 24) }]);
  expect(london?.openHours).toEqual([{ from: expect.closeTo(3 / 24), to: expect.closeTo(11.5 / 24) }]);
  expect(newYork?.openHours).toEqual([{ from: expect.closeTo(9.5 / 24), to: expect.closeTo(16 / 24) }]);
});

test('on a day of 25 or 23 hours, the current time is at the right position', () => {
  // In New York the clocks go back at 2 AM on November 1.
  const at = (time: string) => exchangeClock([], Date.parse(time)).now;
  expect(at('2026-11-01T17:00:00Z')).toBeCloseTo(13 / 25);
  expect(at('2026-11-02T04:30:00Z')).toBeCloseTo(24.5 / 25);
  // A day of 23 hours.
  expect(at('2026-03-09T03:00:00Z')).toBeCloseTo(22 / 23);
});
