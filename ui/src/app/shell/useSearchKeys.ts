import { useLayoutEffect } from 'react';
import { isTyping } from '~/hooks/isTyping';
import { hasSingleKeys } from '~/state/singleKeys';

/** Opens the search on `/` outside of fields, and on Ctrl-K or Cmd-K everywhere. */
export function useSearchKeys(open: () => void): void {
  // A layout effect, so that a key right after the search was closed opens it again.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommandK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isCommandK && !(isSlash && hasSingleKeys())) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
}
