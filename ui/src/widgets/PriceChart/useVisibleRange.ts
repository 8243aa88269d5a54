import { useContext, useEffect, useState } from 'react';
import { ParameterScopeContext, useUrlChange, useUrlText } from '~/hooks/useUrlChoice';

/** A part of a history, in epoch milliseconds. */
export interface VisibleRange {
  from: number;
  to: number;
}

/** A view is written to the URL after this time without changes, in milliseconds. */
const URL_DEBOUNCE_MS = 300;
const HOUR = 3_600_000;
/** From this length on, a view starts and ends at day boundaries. */
const DAYS = 5 * 24 * HOUR;

/** A view chosen by the user that may not be in the URL yet. */
interface LocalView {
  view: VisibleRange | null;
  /** The URL's view when this one was chosen. */
  since: string;
  /**
   * The view last written to the URL, by this or the previous local view; the URL changes a moment later, possibly
   * after the next view.
   */
  sent: string;
  /** The URL text of this view. */
  written: string;
}

/** The text for the URL: dates, or times for views shorter than a few days. */
export function viewText({ from, to }: VisibleRange): { from: string; to: string } {
  const isLong = to - from >= DAYS;
  const text = (time: number) => {
    const iso = new Date(time).toISOString();
    return isLong ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
  };
  return { from: text(from), to: text(to) };
}

/** Parses a view from the URL; null if there is none. */
export function viewOf(from: string, to: string): VisibleRange | null {
  const view = { from: Date.parse(from), to: Date.parse(to) };
  return view.to > view.from ? view : null;
}

/**
 * The visible part of the history, kept in the URL as `from` and `to`; null for the whole range. The view moves at once
 * and the URL follows after a pause.
 */
export function useVisibleRange(): [VisibleRange | null, (next: VisibleRange | null) => void] {
  const [from] = useUrlText('from');
  const [to] = useUrlText('to');
  const change = useUrlChange();
  // Other charts may follow a view that is not in the URL, so they get it at once.
  const delay = useContext(ParameterScopeContext) ? 0 : URL_DEBOUNCE_MS;
  const urlRange = `${from} ${to}`;
  // The user's view applies until something else changes the URL.
  const [own, setOwn] = useState<LocalView | null>(null);
  const isOwn = own !== null && [own.since, own.sent, own.written].includes(urlRange);
  const view = isOwn ? own.view : viewOf(from, to);
  // A newer view may have been chosen since this effect's render; it is kept.
  useEffect(() => {
    if (!own || !isOwn) return;
    if (own.sent === own.written) {
      // Once written, going back in the history counts as an external change.
      if (urlRange === own.written && own.since !== urlRange)
        setOwn((now) => (now === own ? { ...own, since: urlRange } : now));
      return;
    }
    const { from, to } = own.view ? viewText(own.view) : { from: '', to: '' };
    const timer = setTimeout(() => {
      setOwn((now) => now && { ...now, sent: own.written });
      change({ from, to });
    }, delay);
    return () => clearTimeout(timer);
  });
  const show = (next: VisibleRange | null) => {
    const text = next ? viewText(next) : { from: '', to: '' };
    setOwn((before) => ({
      view: next,
      since: urlRange,
      sent: before && before.since !== before.written ? before.sent : urlRange,
      written: `${text.from} ${text.to}`,
    }));
  };
  return [view, show];
}
