import { useEffect, useState } from 'react';
import { useUrlText } from './useUrlChoice';

/** Pause before the URL is updated: browsers limit how often a page may change it. */
const DEBOUNCE_MS = 150;

/** A URL parameter whose new value shows at once and is written to the URL after a short pause. */
export function useDebouncedUrlParam(name: string): [string, (next: string) => void] {
  const [urlText, write] = useUrlText(name);
  const [draft, setDraft] = useState<{ urlText: string; text: string }>();
  // The URL has changed since the draft was started, so the draft is obsolete.
  if (draft && draft.urlText !== urlText) setDraft(undefined);

  useEffect(() => {
    if (!draft) return;
    const timer = setTimeout(() => write(draft.text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, write]);
  return [draft?.urlText === urlText ? draft.text : urlText, (text) => setDraft({ urlText: urlText, text })];
}
