import { browserKey, readText, useStoredChoice } from './browserStorage';

const KEY = 'single-keys';
const CHOICES = ['on', 'off'] as const;

/**
 * Returns true if shortcuts of one character without Ctrl, Alt or Cmd are on in this browser. Speech input and unsteady hands trigger
 * them by accident, so they can be turned off (WCAG 2.1.4). Keys of a focused control, such as a chart, do not count.
 */
export const hasSingleKeys = (): boolean => readText(browserKey(KEY)) !== 'off';

/** Returns the setting, and a function that changes it for this browser. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = useStoredChoice(KEY, CHOICES);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}
