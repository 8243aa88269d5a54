import { flushSync } from 'react-dom';

/** Events of a drag. */
const KINDS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;

interface Missed {
  place: HTMLElement;
  event: PointerEvent;
}

/** Pointer events before the gesture code was loaded, so that an early drag is not lost. */
export interface MissedPointers {
  /** Stops recording and dispatches the recorded events again. */
  replay: () => void;
  stop: () => void;
}

export function missedPointers(positions: readonly HTMLElement[]): MissedPointers {
  let missed: Missed[] = [];
  const stopped = new AbortController();
  const note = (place: HTMLElement) => (event: PointerEvent) => {
    const last = missed.at(-1)?.event;
    if (event.type === 'pointerdown') {
      // A gesture that ended before another began is not repeated.
      const down = new Set(missed.filter(({ event: { type } }) => type === 'pointerdown').map(idOf));
      const up = new Set(missed.filter(({ event: { type } }) => /up|cancel/.test(type)).map(idOf));
      if (down.size > 0 && [...down].every((id) => up.has(id))) missed = [];
      // Receive events outside the plot too.
      if (event.pointerType === 'mouse') hold(place, event.pointerId);
    } else if (missed.length === 0) return;
    const isSameMove = last?.type === event.type && last.pointerId === event.pointerId;
    if (event.type === 'pointermove' && isSameMove) missed.pop();
    missed.push({ place, event });
  };
  for (const place of positions)
    for (const kind of KINDS) place.addEventListener(kind, note(place), { signal: stopped.signal });
  return {
    stop: () => stopped.abort(),
    replay() {
      stopped.abort();
      // Each event must see the result of the one before.
      for (const { place, event } of missed)
        flushSync(() => place.dispatchEvent(new PointerEvent(event.type, event)));
      missed = [];
    },
  };
}

const idOf = ({ event }: Missed) => event.pointerId;

function hold(place: HTMLElement, pointer: number) {
  try {
    place.setPointerCapture(pointer);
  } catch {
    // The pointer is already up.
  }
}
