import { useEffect, useState } from 'react';
import { useUrlText } from '~/hooks/useUrlChoice';

/** Browsers refuse an address that changes with every pixel a thumb is dragged. */
const DEBOUNCE_MS = 150;

/** A text kept in the URL that is shown at once, and written when it has rested for a moment. */
export function useDebouncedUrlParam(name: string): [string, (next: string) => void] {
  const [written, write] = useUrlText(name);
  const [draft, setDraft] = useState<{ over: string; text: string }>();
  // The address moved, by this draft or by somebody else: it is right now.
  if (draft && draft.over !== written) setDraft(undefined);

  useEffect(() => {
    if (!draft) return;
    const timer = setTimeout(() => write(draft.text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, write]);
  return [draft?.over === written ? draft.text : written, (text) => setDraft({ over: written, text })];
}
