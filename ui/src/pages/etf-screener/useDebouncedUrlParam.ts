import { useEffect, useState } from 'react';
import { useUrlText } from '~/hooks/useUrlChoice';

/** Browsers reject URL updates for every pixel that a thumb is dragged. */
const DEBOUNCE_MS = 150;

/** A URL parameter that changes at once on screen and is written after a short pause. */
export function useDebouncedUrlParam(name: string): [string, (next: string) => void] {
  const [written, write] = useUrlText(name);
  const [draft, setDraft] = useState<{ over: string; text: string }>();
  // The URL changed, by this draft or elsewhere: it is current now.
  if (draft && draft.over !== written) setDraft(undefined);

  useEffect(() => {
    if (!draft) return;
    const timer = setTimeout(() => write(draft.text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, write]);
  return [draft?.over === written ? draft.text : written, (text) => setDraft({ over: written, text })];
}
