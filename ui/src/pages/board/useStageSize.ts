import { useElementSize } from '@mantine/hooks';
import { rootRem } from '~/hooks/useSizeInRem';

/** Preview screens in the editor, with their size in rem of 16 px. */
export const SCREENS = {
  '1080p': { width: 120, height: 67.5, text: '1920 × 1080' },
  '4K': { width: 120, height: 67.5, text: '3840 × 2160' },
  '800 × 480': { width: 50, height: 30, text: '800 × 480' },
} as const;
export type Screen = keyof typeof SCREENS;

/** The factor by which a screen is scaled down to fit the available width. */
export function useStageSize(screen: Screen) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const rem = rootRem();
  return { ref, scale: width / (SCREENS[screen].width * rem) };
}
