import { browserKey, readText, useStoredChoice } from './browserStorage';

const KEY = 'alert-sound';
const CHOICES = ['off', 'on'] as const;

/** Returns true if this browser plays a tone when an alert fires. */
export const hasAlertSound = (): boolean => readText(browserKey(KEY)) === 'on';

/** Returns the setting, and a function that changes it for this browser. */
export function useAlertSound(): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = useStoredChoice(KEY, CHOICES);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}
