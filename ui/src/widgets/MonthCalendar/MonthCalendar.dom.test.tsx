import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MonthCalendar } from './MonthCalendar';
import { countPerDay, dayForKey, nearestMarks, weeksOf } from './month';

test('ICOC-01 a month is six weeks starting on Sunday', () => {
  const weeks = weeksOf('2026-11-20', 0);
  expect(weeks).toHaveLength(6);
  expect([weeks[0]?.[0], weeks[2]?.[5], weeks[5]?.[6]]).toEqual(['2026-11-01', '2026-11-20', '2026-12-12']);
  expect(weeksOf('2027-01-08', 0)[0]?.[0]).toBe('2026-12-27');
});

test.each([
  ['ArrowLeft', false, '2026-11-19'],
  ['ArrowRight', false, '2026-11-21'],
  ['ArrowUp', false, '2026-11-13'],
  ['ArrowDown', false, '2026-11-27'],
  ['Home', false, '2026-11-15'],
  ['End', false, '2026-11-21'],
  ['PageUp', false, '2026-10-20'],
  ['PageDown', false, '2026-12-20'],
  ['PageDown', true, '2027-11-20'],
  ['Tab', false, undefined],
])('ICOC-01 %s (Shift: %s) moves from Nov 20 to %s', (key, shift, day) => {
  expect(dayForKey('2026-11-20', key, shift, 0)).toBe(day);
});

test('weeks begin on the chosen day, and Home and End move to the ends of such a week', () => {
  expect(weeksOf('2026-11-20', 1)[0]?.[0]).toBe('2026-10-26');
  expect(weeksOf('2026-11-20', 6)[0]?.[0]).toBe('2026-10-31');
  expect(dayForKey('2026-11-22', 'Home', false, 1)).toBe('2026-11-16');
  expect(dayForKey('2026-11-22', 'End', false, 1)).toBe('2026-11-22');
});

test('ICOC-02 EARN-02 nearestMarks returns the marked days before and after a day, never the day itself', () => {
  const marks = countPerDay(['2026-12-21', '2026-11-21', '2026-11-29', '2026-11-21']);
  expect(marks.get('2026-11-21')).toBe(2);
  expect(nearestMarks(marks, '2026-11-25')).toEqual({ previous: '2026-11-21', next: '2026-11-29' });
  expect(nearestMarks(marks, '2026-11-21')).toEqual({ next: '2026-11-29' });
  expect(nearestMarks(marks, '2026-12-21')).toEqual({ previous: '2026-11-29' });
  expect(nearestMarks(new Map(), '2026-11-21')).toEqual({});
});

function Example() {
  const [day, setDay] = useState('2026-11-30');
  return (
    <MonthCalendar
      label="Day"
      selected={day}
      today="2026-11-20"
      marks={new Map([['2026-12-01', 2]])}
      countText={(count) => `${count} events`}
      onSelect={setDay}
    />
  );
}

test('ICOC-01 EARN-02 the keyboard moves beyond the end of the month, Enter selects', async () => {
  render(<Example />);
  const user = userEvent.setup();
  const day = (name: string) => screen.getByRole('button', { name });
  expect(day('Friday, November 20, 2026, 0 events')).toHaveAttribute('aria-current', 'date');
  await user.tab();
  await user.tab();
  await user.tab();
  expect(day('Monday, November 30, 2026, 0 events')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('table', { name: 'December 2026' })).toBeInTheDocument();
  const next = day('Tuesday, December 1, 2026, 2 events');
  expect(next).toHaveFocus();
  expect(next).toHaveAttribute('aria-pressed', 'false');
  await user.keyboard('{Enter}');
  expect(next).toHaveAttribute('aria-pressed', 'true');
});

test('ICOC-01 the buttons change the month and keep the selection', async () => {
  render(<Example />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByRole('table', { name: 'December 2026' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(screen.getByRole('button', { pressed: true })).toHaveAccessibleName(/November 30/);
});

test('exactly the days whose holidays are listed are hatched', async () => {
  const holiday = (date: string, exchange: string) => ({ date, exchange, name: 'Holiday' });
  const holidays = [holiday('2026-12-25', 'New York'), holiday('2026-12-28', 'London')];
  const { container } = render(
    <MonthCalendar
      label="Day"
      selected="2026-12-01"
      today="2026-11-20"
      marks={new Map()}
      holidays={[...holidays, holiday('2027-01-01', 'New York')]}
      countText={(count) => `${count} events`}
      onSelect={() => undefined}
    />,
  );
  const listed = screen.getByRole('list', { name: 'Exchange holidays' });
  expect(listed.children).toHaveLength(2);
  const hatched = [...container.querySelectorAll<HTMLElement>('[data-closed]')];
  expect(hatched.map(({ dataset }) => dataset.day)).toEqual(holidays.map(({ date }) => date));
});
