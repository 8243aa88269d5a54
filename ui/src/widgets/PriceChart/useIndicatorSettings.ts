import { useState } from 'react';
import { useUrlText } from '~/hooks/useUrlChoice';
import type { IndicatorSetting } from '~/market/indicators/settings';
import { settingsOfText, settingsText } from '~/market/indicators/settingsText';

type Settings = readonly IndicatorSetting[];

/** The settings of all indicators. The enabled ones are in the URL; the parameters of the others last as long as the chart. */
export function useIndicatorSettings(): [Settings, (next: Settings) => void] {
  const [text, setText] = useUrlText('indicators');
  const [shown, setShown] = useState(() => ({ text, settings: settingsOfText(text) }));
  // Something else changed the URL, such as the Back button.
  if (shown.text !== text) setShown({ text, settings: settingsOfText(text) });
  const choose = (settings: Settings) => {
    const next = settingsText(settings);
    setShown({ text: next, settings });
    setText(next);
  };
  return [shown.settings, choose];
}
