import { useElementSize } from '@mantine/hooks';
import { rootRem } from '~/hooks/useSizeInRem';

/** Preview screens in the editor, in rem (1 rem = 16 CSS px). A 4K screen is assumed to scale by 2, so it lays out like 1080p. */
export const SCREENS = {
  '1080p': { width: 120, height: 67.5, text: '1920 × 1080' },
  '4K': { width: 120, height: 67.5, text: '3840 × 2160' },
  '800 × 480': { width: 50, height: 30, text: '800 × 480' },
} as const;
export type Screen = keyof typeof SCREENS;

/** Returns the factor that scales a preview screen down to the available width, and a ref for the element that has this width. */
export function usePreviewScale(screen: Screen) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const rem = rootRem();
  return { ref, scale: width / (SCREENS[screen].width * rem) };
}
