import { useEffect, useState } from 'react';
import { request } from '~/api/client';
import type { TickerHit } from '~/api/types';
import { toast } from '~/state/toasts';

const DEBOUNCE_MS = 300;

interface Found {
  hits: TickerHit[];
  /** The answer for a text has come. */
  searched: boolean;
}

const NONE: Found = { hits: [], searched: false };

/** WTCH-01, WTCH-02: results for any text that is not blank, 300 ms after the last key; a failure is told. */
export function useTickerSearch(input: string): Found {
  const text = input.trim();
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (!text) {
      setFound(NONE);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      request<TickerHit[]>(`tickers/search?q=${encodeURIComponent(text)}`, { signal: stop.signal })
        .then((hits) => setFound({ hits, searched: true }))
        .catch(() => {
          if (stop.signal.aborted) return;
          setFound(NONE);
          toast('Error', 'Failed to search for tickers.', 'destructive');
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}
