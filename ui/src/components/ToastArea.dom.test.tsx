import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { groupToast, toast } from '~/state/toasts';
import { ToastArea } from './ToastArea';

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.setPointerCapture = () => undefined;
});

function renderToast() {
  render(<ToastArea />);
  act(() => toast('Ticker added', 'Ticker has been added to your watchlist.'));
  const card = screen.getByText('Ticker added').closest('div[style]');
  if (!(card instanceof HTMLElement)) throw new Error('the toast has no card');
  return card;
}

const drag = (card: HTMLElement, to: number) => {
  fireEvent.pointerDown(card, { clientX: 100, pointerId: 1 });
  fireEvent.pointerMove(card, { clientX: 100 + to, pointerId: 1 });
  fireEvent.pointerUp(card, { pointerId: 1 });
};

test('TOAST-01 a toast disappears after 5000 ms, but not while it is paused', () => {
  const card = renderToast();
  act(() => vi.advanceTimersByTime(4999));
  expect(card).toBeInTheDocument();
  fireEvent.pointerEnter(card);
  act(() => vi.advanceTimersByTime(60_000));
  expect(card).toBeInTheDocument();
  fireEvent.pointerLeave(card);
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('TOAST-02 a swipe to the right by more than 50 px dismisses the toast; a shorter one or one to the left does not', () => {
  const card = renderToast();
  drag(card, 50);
  drag(card, -200);
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
  drag(card, 51);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('TOAST-01 alerts that fire together share one toast with four sentences and the number of others', () => {
  render(<ToastArea />);
  act(() => {
    for (let i = 1; i <= 50; i++) groupToast('Alert', `Alert number ${i}`);
  });
  expect(screen.getAllByText('Alert')).toHaveLength(1);
  expect(screen.getAllByText(/^Alert number/)).toHaveLength(4);
  expect(screen.getByText('and 46 more')).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(4000));
  act(() => groupToast('Alert', 'Alert number 51'));
  act(() => vi.advanceTimersByTime(4000));
  expect(screen.getByText('and 47 more')).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('TOAST-02 F8 moves focus to the toast area', () => {
  renderToast();
  fireEvent.keyDown(window, { key: 'F8' });
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
});

test('TOAST-02 a toast stays while the area has focus, and the next one disappears on time', () => {
  const card = renderToast();
  const area = screen.getByRole('region', { name: 'Notifications (F8)' });
  fireEvent.keyDown(window, { key: 'F8' });
  act(() => vi.advanceTimersByTime(60_000));
  expect(card).toBeInTheDocument();
  act(() => area.blur());
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => toast('Ticker added'));
  const dismiss = screen.getByRole('button', { name: 'Dismiss notification' });
  act(() => dismiss.focus());
  fireEvent.click(dismiss);
  act(() => toast('Ticker removed'));
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a toast is in exactly one live region: a normal one in the status region, an error in its own alert', () => {
  renderToast();
  const regions = (element: Element | null): Element[] =>
    element
      ? [...(element.matches('[role], [aria-live]') ? [element] : []), ...regions(element.parentElement)]
      : [];
  const liveRegionsOf = (text: string) =>
    regions(screen.getByText(text)).filter((element) =>
      element.matches('[role=status], [role=alert], [aria-live]'),
    );
  expect(liveRegionsOf('Ticker added')).toEqual([screen.getByRole('status')]);
  act(() => toast('Error', 'It failed.', 'destructive'));
  expect(liveRegionsOf('It failed.')).toEqual([screen.getByRole('alert')]);
});
