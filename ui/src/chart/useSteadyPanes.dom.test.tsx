import { act, render } from '@testing-library/react';
import { PAN_END_MS, useHeld, useIsPanning } from './useSteadyPanes';
import type { Viewport } from './viewport';

test('a view that moves without changing its length is panned until it rests', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let shown: { isPanning: boolean; start: number } | undefined;
  function Chart({ view }: { view: Viewport }) {
    const isPanning = useIsPanning(view);
    shown = { isPanning, start: useHeld(view.from, isPanning) };
    return null;
  }
  const { rerender } = render(<Chart view={{ from: 0, to: 10 }} />);
  rerender(<Chart view={{ from: 1, to: 11 }} />);
  expect(shown).toEqual({ isPanning: true, start: 0 });
  rerender(<Chart view={{ from: 1, to: 13 }} />);
  expect(shown).toEqual({ isPanning: false, start: 1 });
  rerender(<Chart view={{ from: 2, to: 14 }} />);
  expect(shown).toEqual({ isPanning: true, start: 1 });
  act(() => void vi.advanceTimersByTime(PAN_END_MS));
  expect(shown).toEqual({ isPanning: false, start: 2 });
});
