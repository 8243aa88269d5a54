import { readText, sharedKey, useRemembered, useRememberedText, writeText } from './remembered';

/** What can be chosen among a few: the first holds where nobody chose. 'auto' leaves it to the browser or to Marketdeck. */
export const SETTINGS = {
  'color-scheme': ['auto', 'light', 'dark'],
  'direction-colours': ['green-up', 'red-up', 'colour-blind'],
  'market-strip': ['on', 'off'],
  'home-view': ['auto', 'deck', 'introduction'],
  density: ['comfortable', 'compact', 'terminal'],
  'hour-cycle': ['auto', 'h12', 'h23'],
  'first-day': ['auto', 'monday', 'saturday', 'sunday'],
} as const;

type Choices = typeof SETTINGS;
export type Setting = keyof Choices;
export type SettingValue<S extends Setting> = Choices[S][number];

/** What holds for a setting, and how another is chosen for this browser. */
export const useSetting = <S extends Setting>(setting: S) =>
  useRemembered<SettingValue<S>>(setting, SETTINGS[setting]);

/** A language tag; empty or 'auto' for the browser's own. */
export const useLanguage = () => useRememberedText('language');

/** Takes over what the server keeps for every device: `colorScheme` holds wherever this browser chose no 'color-scheme'. */
export function keepShared(settings: Readonly<Record<string, string | number | null>>): void {
  for (const [name, value] of Object.entries(settings)) {
    const key = sharedKey(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const text = value === null ? null : String(value);
    if (readText(key) !== text) writeText(key, text);
  }
}
