import { startTransition, useEffect, useState } from 'react';
import { afterPainting } from './afterPainting';

interface Place {
  draw: () => void;
}

/** Those who wait, in the order in which they came; the first of them is drawn now, or next. */
const places: Place[] = [];
let isFirstDrawing = false;

/** Whether the app is drawn for the first time: then what is there from the start is drawn in turn, too. */
export function setFirstDrawing(isFirst: boolean): void {
  isFirstDrawing = isFirst;
}

/**
 * The parts that a page begins with are drawn one after another, each in tasks of its own: all at once, a slow phone would not
 * answer for half a second. Whether it is this part's turn, when what it shows `isReady`; until then it looks as it does without
 * data. Parts that come while others wait go behind them; it is always the turn of those that come later.
 */
export function useTurn(isReady: boolean): boolean {
  const [waits] = useState(isFirstDrawing || places.length > 0);
  const [has, setHas] = useState(!waits);
  useEffect(() => {
    // What stands in the document, or is no longer wanted, leaves its place to the next.
    if (isReady && !has) return queueUp(() => startTransition(() => setHas(true)));
  }, [isReady, has]);
  return has;
}

function queueUp(draw: () => void): () => void {
  const place = { draw };
  places.push(place);
  if (places.length === 1) afterPainting(drawNext);
  return () => {
    const at = places.indexOf(place);
    places.splice(at, 1);
    // In a task of its own, for those who leave at once are many.
    if (at === 0) setTimeout(drawNext);
  };
}

function drawNext(): void {
  places[0]?.draw();
}
