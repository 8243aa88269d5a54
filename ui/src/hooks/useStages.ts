import { useEffect, useState } from 'react';

/**
 * For a page that is drawn in parts, each in a task of its own, so that the browser answers to a person between them: how many
 * of its `count` parts there are by now. Each comes after the one before was painted.
 */
export function useStages(count: number): number {
  const [stage, setStage] = useState(1);
  useEffect(() => {
    if (stage >= count) return;
    let next: ReturnType<typeof setTimeout> | undefined;
    // A task that is asked for in a frame runs after its painting.
    const frame = requestAnimationFrame(() => {
      next = setTimeout(() => setStage(stage + 1));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(next);
    };
  }, [stage, count]);
  return stage;
}
