import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useStages } from './useStages';

function Page() {
  return <p>{useStages(3)}</p>;
}

test('each part of a page comes after the one before it was painted, and then no more', () => {
  vi.useFakeTimers();
  render(<Page />);
  const text = () => screen.getByText(/\d/).textContent;
  const seen = [text()];
  for (let task = 0; task < 8; task++) {
    act(() => void vi.advanceTimersToNextTimer());
    if (text() !== seen.at(-1)) seen.push(text());
  }
  expect(seen).toEqual(['1', '2', '3']);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
