import { useMemo } from 'react';
import { decimalMark, setFormats } from '~/market/locale';
import { setDecimalSign } from '~/state/decimalSign';
import { useLanguage, useSetting } from '~/state/settings';

/**
 * Has numbers and times written as this browser's language has them, or as somebody chose. Answers a key: what shows
 * a number or a time is drawn anew when it changes.
 */
export function useFormats(): string {
  const [chosen] = useLanguage();
  const [hourCycle] = useSetting('hour-cycle');
  const [firstDay] = useSetting('first-day');
  const language = chosen && chosen !== 'auto' ? chosen : navigator.language;
  // Before anything below is drawn.
  useMemo(() => {
    setFormats({ language, hourCycle });
    setDecimalSign(decimalMark());
  }, [language, hourCycle]);
  return `${language} ${hourCycle} ${firstDay}`;
}
