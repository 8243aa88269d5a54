import { useComputedColorScheme, useMantineTheme } from '@mantine/core';

export type Scheme = 'light' | 'dark';

/** What a canvas is painted with: colours of the theme, hex, for a canvas knows no variables of CSS. */
export interface Palette {
  scheme: Scheme;
  surface: string;
  hairline: string;
  rowLine: string;
  text2: string;
  text3: string;
  tooltip: string;
  /** Tags of the crosshair, which stand out from all others. */
  crosshair: { ground: string; ink: string };
  /** What rises and falls, written on a tooltip, which is dark in both schemes. */
  onTooltip: { up: string; down: string };
  /** Of what rises and falls: the shade that writes, and the one that draws. */
  up: string;
  down: string;
  upLine: string;
  downLine: string;
}

declare module '@mantine/core' {
  interface MantineThemeOther {
    palettes: Record<Scheme, Palette>;
  }
}

/** The scheme in force. */
export function useScheme(): Scheme {
  return useComputedColorScheme('light', { getInitialValueInEffect: false });
}

/** The palette in force; who uses it is rendered again when the viewer chooses other colours. */
export function usePalette(): Palette {
  const scheme = useScheme();
  return useMantineTheme().other.palettes[scheme];
}
