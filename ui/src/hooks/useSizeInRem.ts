import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

/**
 * The size of an element in rem, and one rem in px: type scales on a wall display, so the room for text is measured in
 * rem. 0 before the first measurement.
 */
export function useSizeInRem<T extends HTMLElement = HTMLDivElement>() {
  const { ref, width, height } = useElementSize<T>();
  // A change of the font size resizes everything laid out in rem.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is when to ask again.
  const rem = useMemo(rootRem, [width, height]);
  return { ref, width: width / rem, height: height / rem, rem };
}

/** One rem in px. */
export const rootRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
