import { flushSync } from 'react-dom';

/** The events of a drag. */
const KINDS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;

interface MissedEvent {
  element: HTMLElement;
  event: PointerEvent;
}

/** Records pointer events until the gesture code is loaded, so that an early drag is not lost. */
export interface MissedPointers {
  /** Stops recording and dispatches the recorded events again. */
  replay: () => void;
  stop: () => void;
}

export function missedPointers(elements: readonly HTMLElement[]): MissedPointers {
  let missed: MissedEvent[] = [];
  const controller = new AbortController();
  const record = (element: HTMLElement) => (event: PointerEvent) => {
    const last = missed.at(-1)?.event;
    if (event.type === 'pointerdown') {
      // Discards a gesture that ended before this one began.
      const downIds = new Set(missed.filter(({ event: { type } }) => type === 'pointerdown').map(idOf));
      const upIds = new Set(missed.filter(({ event: { type } }) => /up|cancel/.test(type)).map(idOf));
      if (downIds.size > 0 && [...downIds].every((id) => upIds.has(id))) missed = [];
      // Lets the element receive events outside the plot too.
      if (event.pointerType === 'mouse') capture(element, event.pointerId);
    } else if (missed.length === 0) return;
    const isSameMove = last?.type === event.type && last.pointerId === event.pointerId;
    if (event.type === 'pointermove' && isSameMove) missed.pop();
    missed.push({ element, event });
  };
  for (const element of elements)
    for (const kind of KINDS) element.addEventListener(kind, record(element), { signal: controller.signal });
  return {
    stop: () => controller.abort(),
    replay() {
      controller.abort();
      // Flushes updates so that each event sees the result of the previous one.
      for (const { element, event } of missed)
        flushSync(() => element.dispatchEvent(new PointerEvent(event.type, event)));
      missed = [];
    },
  };
}

const idOf = ({ event }: MissedEvent) => event.pointerId;

function capture(element: HTMLElement, pointer: number) {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // The pointer was already released.
  }
}
