import { useEffect } from 'react';
import { isTyping } from '~/hooks/isTyping';
import { hasAmounts, toggleAmounts } from '~/state/amounts';
import { hasSingleKeys } from '~/state/singleKeys';
import { toast } from '~/state/toasts';

/** Hides and shows the amounts of holdings on H, outside of fields, on pages that have some. */
export function useAmountKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'h' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      if (!hasAmounts() || !hasSingleKeys()) return;
      event.preventDefault();
      if (toggleAmounts()) toast('Amounts hidden', 'Press H to show them again on this device.');
      else toast('Amounts shown', 'Press H to hide them on this device.');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
