import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFlash, useTickDirection } from './useFlash';

// Renders immediately instead of in the next frame.
vi.mock('./priceScheduler', () => ({ schedulePrices: (run: () => void) => run() }));

let renders = 0;

function Price({ value }: { value: number | null }) {
  renders += 1;
  return <span ref={useFlash<HTMLSpanElement>(value)} data-testid="price" />;
}

beforeEach(() => {
  vi.useFakeTimers();
  renders = 0;
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const flash = () => screen.getByTestId('price').dataset.flash;

test('HOME-07 TICK-11 a changed value colors the digits for one second; a first value does not', () => {
  const page = render(<Price value={null} />);
  page.rerender(<Price value={10} />);
  expect(flash()).toBeUndefined();
  page.rerender(<Price value={11} />);
  expect(flash()).toBe('up');
  vi.advanceTimersByTime(999);
  expect(flash()).toBe('up');
  vi.advanceTimersByTime(1);
  expect(flash()).toBeUndefined();
  page.rerender(<Price value={9} />);
  expect(flash()).toBe('down');
});

test('a rising price is colored until a second after its last tick, without additional renders', () => {
  const page = render(<Price value={10} />);
  for (const value of [11, 12, 13]) {
    page.rerender(<Price value={value} />);
    vi.advanceTimersByTime(600);
  }
  vi.advanceTimersByTime(399);
  expect(flash()).toBe('up');
  vi.advanceTimersByTime(1);
  expect(flash()).toBeUndefined();
  expect(renders).toBe(4);
});

test('flashes that end within a tenth of a second end together', () => {
  const first = render(<Price value={10} />);
  first.rerender(<Price value={11} />);
  vi.advanceTimersByTime(90);
  const second = renderHook(({ value }) => useFlash<HTMLSpanElement>(value), {
    initialProps: { value: 10 },
  });
  const other = document.createElement('span');
  second.result.current.current = other;
  second.rerender({ value: 9 });
  expect(other.dataset.flash).toBe('down');
  vi.advanceTimersByTime(910);
  expect([flash(), other.dataset.flash]).toEqual([undefined, undefined]);
});

test('TICK-11 the arrow next to the price is shown for a second after the last tick', () => {
  const hook = renderHook(({ price }) => useTickDirection(price), { initialProps: { price: 10 } });
  expect(hook.result.current).toBeNull();
  hook.rerender({ price: 11 });
  act(() => vi.advanceTimersByTime(800));
  hook.rerender({ price: 12 });
  act(() => vi.advanceTimersByTime(999));
  expect(hook.result.current).toBe('up');
  act(() => vi.advanceTimersByTime(1));
  expect(hook.result.current).toBeNull();
});
