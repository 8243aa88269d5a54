import { act, render, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useFlash, useTickDirection } from './useFlash';

const animate = vi.fn(() => ({ cancel: vi.fn() }) as unknown as Animation);
let renders = 0;
let reducedMotion = false;

function Price({ value }: { value: number | null }) {
  renders += 1;
  return <span ref={useFlash<HTMLSpanElement>(value)} data-testid="price" />;
}

beforeEach(() => {
  vi.useFakeTimers();
  animate.mockClear();
  renders = 0;
  reducedMotion = false;
  HTMLElement.prototype.animate = animate;
  window.matchMedia = () => ({ matches: reducedMotion }) as MediaQueryList;
});

/** The directions that flashed so far. */
const flashes = () =>
  (animate.mock.calls as unknown as [{ color: string }[], { duration: number }][]).map(
    ([[first], { duration }]) => `${first?.color} ${duration}`,
  );
const UP = 'var(--md-up) 1000';
const DOWN = 'var(--md-down) 1000';

test('HOME-07 TICK-11 a move colours the digits for one second; a first value does not', () => {
  const page = render(<Price value={null} />);
  page.rerender(<Price value={10} />);
  expect(flashes()).toEqual([]);
  page.rerender(<Price value={11} />);
  page.rerender(<Price value={9} />);
  expect(flashes()).toEqual([UP, DOWN]);
});

test('a price that goes on rising flashes with every tick, and renders for nothing else', () => {
  const page = render(<Price value={10} />);
  for (const value of [11, 12, 13]) page.rerender(<Price value={value} />);
  expect(flashes()).toEqual([UP, UP, UP]);
  act(() => vi.advanceTimersByTime(5000));
  expect(renders).toBe(4);
});

test('nothing flashes for somebody who asked for reduced motion', () => {
  reducedMotion = true;
  const page = render(<Price value={10} />);
  page.rerender(<Price value={11} />);
  expect(flashes()).toEqual([]);
});

test('TICK-11 the sign beside the price stands for a second after the last tick', () => {
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
