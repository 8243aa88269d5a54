import { DEFAULT_SETTINGS, type IndicatorSetting, PARAM_CHOICES } from './settings';

/** The enabled indicators as text for a URL, 'sma-50,rsi'. Parameters with default values are omitted. */
export function settingsText(settings: readonly IndicatorSetting[]): string {
  const enabled = settings.filter((setting) => setting.enabled);
  return enabled.map(textOf).join();
}

function textOf({ type, params }: IndicatorSetting): string {
  const defaults = DEFAULT_SETTINGS.find((setting) => setting.type === type)?.params ?? {};
  const names = PARAM_CHOICES[type].map(({ param }) => param);
  const isDefault = names.every((name) => params[name] === defaults[name]);
  return isDefault ? type : [type, ...names.map((name) => params[name])].join('-');
}

/** Parses a text of `settingsText`. Unknown indicators and values that cannot be chosen are ignored. */
export function settingsOfText(text: string): readonly IndicatorSetting[] {
  if (text === '') return DEFAULT_SETTINGS;
  const parts = text.split(',').map((part) => part.split('-'));
  return DEFAULT_SETTINGS.map((setting) => {
    const part = parts.find(([type]) => type === setting.type);
    if (!part) return setting;
    const params = { ...setting.params };
    for (const [index, { param, choices }] of PARAM_CHOICES[setting.type].entries()) {
      const value = Number(part[index + 1]);
      if (choices.includes(value)) params[param] = value;
    }
    return { ...setting, enabled: true, params };
  });
}
