import { useComputedColorScheme } from '@mantine/core';
import type { Scheme } from './colours';

export type { Scheme } from './colours';

/** The scheme in force, for what is drawn with colours instead of classes. */
export function useScheme(): Scheme {
  return useComputedColorScheme('light', { getInitialValueInEffect: false });
}

/** The surface a hover dot is ringed with. */
export const SURFACES: Record<Scheme, string> = { light: '#ffffff', dark: '#10161f' };
