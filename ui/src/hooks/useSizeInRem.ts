import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

/**
 * Returns the size of an element in rem, and one rem in px. Text is larger on a wall display, so the space for it is measured
 * in rem. The size is 0 before the first measurement.
 */
export function useSizeInRem<T extends HTMLElement = HTMLDivElement>() {
  const { ref, width, height } = useElementSize<T>();
  // A change of the font size resizes everything laid out in rem.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the size may mean a change of the font size
  const rem = useMemo(rootRem, [width, height]);
  return { ref, width: width / rem, height: height / rem, rem };
}

/** Returns one rem in px. */
export const rootRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
