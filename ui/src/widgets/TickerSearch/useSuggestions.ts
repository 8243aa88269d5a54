import { useEffect, useState } from 'react';
import { request } from '~/api/client';
import type { TickerHit } from '~/api/types';

const DEBOUNCE_MS = 300;
const SHORTEST = 2;

export interface Suggestions {
  hits: TickerHit[];
  loading: boolean;
  /** The answer for the present input has come. */
  settled: boolean;
}

const NONE: Suggestions = { hits: [], loading: false, settled: false };
const LOADING: Suggestions = { ...NONE, loading: true };

/**
 * SRCH-01, SRCH-04: hits for a trimmed input of two characters or more, 300 ms after the last
 * keystroke. A new input aborts the answer on its way, so that a slow one never overwrites a later.
 */
export function useSuggestions(input: string): Suggestions {
  const text = input.trim();
  const [suggestions, setSuggestions] = useState(NONE);
  useEffect(() => {
    if (text.length < SHORTEST) {
      setSuggestions(NONE);
      return;
    }
    const stop = new AbortController();
    // Not the hits of the text before: Enter would open one of them.
    setSuggestions(LOADING);
    const timer = setTimeout(async () => {
      try {
        const hits = await request<TickerHit[]>(`tickers/search?q=${encodeURIComponent(text)}`, {
          signal: stop.signal,
        });
        if (!stop.signal.aborted) setSuggestions({ hits, loading: false, settled: true });
      } catch (cause) {
        if (stop.signal.aborted) return;
        console.error('Ticker search failed', cause);
        setSuggestions(NONE);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return suggestions;
}
