import { readText, sharedKey, useStoredChoice, useStoredText, writeText } from './browserStorage';

/** Settings with their choices, the default first. 'auto' leaves the choice to the browser or to Marketdeck. */
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

/** Returns the current value of a setting, and a function that sets it for this browser. */
export const useSetting = <S extends Setting>(setting: S) =>
  useStoredChoice<SettingValue<S>>(setting, SETTINGS[setting]);

/** Returns the language tag and a function that sets it for this browser; '' and 'auto' are the browser's language. */
export const useLanguage = () => useStoredText('language');

/** Stores a copy of the server's shared settings. They apply where this browser has no choice of its own. */
export function storeSharedSettings(settings: Readonly<Record<string, string | number | null>>): void {
  for (const [name, value] of Object.entries(settings)) {
    const key = sharedKey(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const text = value === null ? null : String(value);
    if (readText(key) !== text) writeText(key, text);
  }
}
