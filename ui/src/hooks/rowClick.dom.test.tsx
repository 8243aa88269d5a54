import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { rowClick, rowMiddleClick } from './rowClick';

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

test('a plain click opens the row in place; with a modifier key or the middle button, it opens a tab', () => {
  const onClick = vi.fn((event: MouseEvent) => {
    event.preventDefault();
    return event.ctrlKey;
  });
  const open = vi.fn(() => true);
  render(
    // biome-ignore lint/a11y: the row's link is for the keyboard
    <div onClick={(event) => rowClick(event, open)} onAuxClick={rowMiddleClick}>
      <a href="/ticker/MSFT">Microsoft</a>
      <span>300</span>
    </div>,
  );
  screen.getByText('Microsoft').addEventListener('click', onClick);
  fireEvent.click(screen.getByText('300'));
  expect(open).toHaveBeenCalledTimes(1);
  expect(onClick).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('300'), { ctrlKey: true });
  for (const button of [1, 2])
    fireEvent(screen.getByText('300'), new MouseEvent('auxclick', { bubbles: true, button }));
  expect(open).toHaveBeenCalledTimes(1);
  expect(onClick.mock.results.map(({ value }) => value)).toEqual([true, true]);
});
