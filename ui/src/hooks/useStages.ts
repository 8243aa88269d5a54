import { startTransition, useEffect, useState } from 'react';
import { afterPainting } from './afterPainting';

/**
 * For a page that is drawn in parts, each in tasks of its own, so that the browser answers to a person between them: how many
 * of its `count` parts there are by now. Each comes after the one before was painted.
 */
export function useStages(count: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage < count) return afterPainting(() => startTransition(() => setStage(stage + 1)));
  }, [stage, count]);
  return stage;
}
