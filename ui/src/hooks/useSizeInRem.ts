import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

/**
 * Size of an element in rem, and one rem in px: type grows on a wall display, and what has to hold type is
 * judged in its unit. 0 before the first measurement.
 */
export function useSizeInRem<T extends HTMLElement = HTMLDivElement>() {
  const { ref, width, height } = useElementSize<T>();
  // A change of the type's size resizes all that is laid out in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is when to ask again.
  const rem = useMemo(rootRem, [width, height]);
  return { ref, width: width / rem, height: height / rem, rem };
}

/** One rem in px. */
export const rootRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
