import { useEffect, useState } from 'react';
import { useUrlChange, useUrlText } from '~/hooks/useUrlChoice';

/** A part of a history, in epoch milliseconds. */
export interface VisibleRange {
  from: number;
  to: number;
}

/** A view is written into the address when it has not moved for so long, in milliseconds. */
const URL_DEBOUNCE_MS = 300;
const HOUR = 3_600_000;
/** From this length on a view begins and ends with days. */
const DAYS = 5 * 24 * HOUR;

/** A view that was chosen by hand, beside texts of the address. */
interface LocalView {
  view: VisibleRange | null;
  /** What the address said when it was chosen. */
  since: string;
  /** What was last written, by this view or the one before: the address says so a moment later, when the next view may stand. */
  sent: string;
  /** What the address is to say. */
  written: string;
}

/** As it stands in the address: dates, or times where it is shorter than a few days. */
export function viewText({ from, to }: VisibleRange): { from: string; to: string } {
  const isLong = to - from >= DAYS;
  const text = (time: number) => {
    const iso = new Date(time).toISOString();
    return isLong ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
  };
  return { from: text(from), to: text(to) };
}

/** The view that an address names; null where it names none. */
export function viewOf(from: string, to: string): VisibleRange | null {
  const view = { from: Date.parse(from), to: Date.parse(to) };
  return view.to > view.from ? view : null;
}

/**
 * The part of the history that is in view, kept in the address as `from` and `to`; null while a whole range is shown. It
 * moves at once, and the address follows when it comes to rest.
 */
export function useVisibleRange(): [VisibleRange | null, (next: VisibleRange | null) => void] {
  const [from] = useUrlText('from');
  const [to] = useUrlText('to');
  const change = useUrlChange();
  const named = `${from} ${to}`;
  // What was shown by hand counts until the address is changed by something else.
  const [own, setOwn] = useState<LocalView | null>(null);
  const isOwn = own !== null && [own.since, own.sent, own.written].includes(named);
  const view = isOwn ? own.view : viewOf(from, to);
  // Another view may have been chosen since the rendering whose effect this is: that one stays.
  useEffect(() => {
    if (!own || !isOwn) return;
    if (own.sent === own.written) {
      // It is written: going back to what was there before is a change like any other.
      if (named === own.written && own.since !== named)
        setOwn((now) => (now === own ? { ...own, since: named } : now));
      return;
    }
    const { from, to } = own.view ? viewText(own.view) : { from: '', to: '' };
    const timer = setTimeout(() => {
      setOwn((now) => now && { ...now, sent: own.written });
      change({ from, to });
    }, URL_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
  const show = (next: VisibleRange | null) => {
    const text = next ? viewText(next) : { from: '', to: '' };
    setOwn((before) => ({
      view: next,
      since: named,
      sent: before && before.since !== before.written ? before.sent : named,
      written: `${text.from} ${text.to}`,
    }));
  };
  return [view, show];
}
