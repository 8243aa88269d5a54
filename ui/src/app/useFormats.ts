import { useMemo } from 'react';
import { decimalMark, setFormats } from '~/market/locale';
import { setDecimalSeparator } from '~/state/decimalSeparator';
import { useLanguage, useSetting } from '~/state/settings';

/**
 * Sets the number and time formats from the browser's language or the settings. Returns a key that changes with them, to remount
 * components that show numbers or times.
 */
export function useFormats(): string {
  const [chosen] = useLanguage();
  const [hourCycle] = useSetting('hour-cycle');
  const [firstDay] = useSetting('first-day');
  const language = chosen && chosen !== 'auto' ? chosen : navigator.language;
  // Runs during rendering, so that the formats are set before any child renders.
  useMemo(() => {
    setFormats({ language, hourCycle });
    setDecimalSeparator(decimalMark());
  }, [language, hourCycle]);
  return `${language} ${hourCycle} ${firstDay}`;
}
