import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BarReadout } from './BarReadout';

const at = '2026-11-20T21:00:00Z';

/** The text and direction of the change from one price to the next. */
function changeBetween(before: number, price: number) {
  const { container } = render(
    <BarReadout
      time="4:00 PM"
      point={{ x: 1, timestamp: at, price }}
      before={{ timestamp: at, price: before }}
      ofBars={false}
      decimals={2}
      currency="USD"
    />,
  );
  const change = container.querySelector('[data-difference] [data-direction]');
  return [change?.textContent, change?.getAttribute('data-direction')];
}

test('amount and percentage of a bar never contradict each other', () => {
  expect(changeBetween(311.82, 311.81)).toEqual(['−0.01 (−0.00%)', 'down']);
  expect(changeBetween(311.81, 311.82)).toEqual(['+0.01 (+0.00%)', 'up']);
  expect(changeBetween(311.81, 314.93)).toEqual(['+3.12 (+1.00%)', 'up']);
});

test('an unchanged price has no direction', () => {
  expect(changeBetween(311.81, 311.81)).toEqual(['+0.00 (+0.00%)', 'flat']);
  expect(changeBetween(311.812, 311.811)).toEqual(['+0.00 (+0.00%)', 'flat']);
});
