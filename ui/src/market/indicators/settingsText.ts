import { DEFAULT_SETTINGS, type IndicatorSetting } from './settings';

/** Maximum value of a parameter in a text. */
const MAX_VALUE = 500;

/** The enabled indicators as text for a URL, 'sma-50,rsi'. Default values at the end are omitted. */
export function settingsText(settings: readonly IndicatorSetting[]): string {
  return settings
    .filter((setting) => setting.enabled)
    .map(({ type, params }) => {
      const defaults = Object.entries(DEFAULT_SETTINGS.find((each) => each.type === type)?.params ?? {});
      const changed = defaults.findLastIndex(([name, value]) => params[name] !== value);
      return [type, ...defaults.slice(0, changed + 1).map(([name]) => params[name])].join('-');
    })
    .join();
}

/** Parses a text of `settingsText`. Unknown indicators and invalid values are ignored. */
export function settingsOfText(text: string): readonly IndicatorSetting[] {
  const parts = text.split(',').map((part) => part.split('-'));
  return DEFAULT_SETTINGS.map((setting) => {
    const part = parts.find(([type]) => type === setting.type);
    if (!part) return setting;
    const params = { ...setting.params };
    for (const [index, name] of Object.keys(params).entries()) {
      const value = Number(part[index + 1]);
      if (value > 0 && value <= MAX_VALUE) params[name] = value;
    }
    return { ...setting, enabled: true, params };
  });
}
