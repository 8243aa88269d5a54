import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { rowClick } from './rowClick';

test('a click in a row clicks its link with the same modifier keys', () => {
  const onClick = vi.fn((event: MouseEvent) => {
    event.preventDefault();
    return [event.ctrlKey, event.metaKey, event.shiftKey];
  });
  render(
    // biome-ignore lint/a11y: the row's link is for the keyboard
    <div onClick={rowClick}>
      <a href="/ticker/AAPL">Apple</a>
      <span>200</span>
    </div>,
  );
  screen.getByText('Apple').addEventListener('click', onClick);
  fireEvent.click(screen.getByText('200'));
  fireEvent.click(screen.getByText('200'), { ctrlKey: true });
  fireEvent.click(screen.getByText('200'), { metaKey: true });
  expect(onClick.mock.results.map(({ value }) => value)).toEqual([
    [false, false, false],
    [true, false, false],
    [false, true, false],
  ]);
});
