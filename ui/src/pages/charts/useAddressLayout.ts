import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUrlChange } from '~/hooks/useUrlChoice';
import { type Layout, layoutOfParameters, parametersOf } from './layout';

/** A layout is written to the URL after this time without changes, in milliseconds: browsers limit how often a page may change it. */
const DEBOUNCE_MS = 300;

/** A change that may not be in the URL yet. */
interface OwnLayout {
  layout: Layout;
  /** The URL's layout when the change was made. */
  since: string;
  /** The URL's layout with this change. */
  written: string;
  /** The layout last written. The URL may still have an earlier one, because it changes a moment later. */
  sent: string;
}

export type ChangeLayout = (change: (layout: Layout) => Layout) => void;

const textOf = (layout: Layout) => JSON.stringify(parametersOf(layout));

/** A layout that is kept in the URL; `initial` if there is none. A change shows at once. */
export function useAddressLayout(initial: Layout): { layout: Layout; change: ChangeLayout } {
  const [parameters] = useSearchParams();
  const write = useUrlChange();
  const found = layoutOfParameters(parameters);
  const urlLayout = found ? { ...initial, ...found } : initial;
  const urlText = found ? textOf(urlLayout) : '';
  const [own, setOwn] = useState<OwnLayout | null>(null);
  const isOwn = own !== null && [own.since, own.sent, own.written].includes(urlText);
  // The charts are the same objects as long as the URL is.
  const [kept, setKept] = useState({ urlText, initial, layout: urlLayout });
  if (kept.urlText !== urlText || kept.initial !== initial) setKept({ urlText, initial, layout: urlLayout });
  const layout = isOwn ? own.layout : kept.layout;
  useEffect(() => {
    if (!own || !isOwn) return;
    if (urlText === own.written) {
      // From now on, any other URL is a change from outside, such as a link to new charts.
      const settled = { ...own, since: urlText, sent: urlText };
      if (own.since !== urlText) setOwn((now) => (now === own ? settled : now));
      return;
    }
    const timer = setTimeout(() => {
      setOwn((now) => now && { ...now, sent: own.written });
      write(parametersOf(own.layout));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
  const latest = useRef({ layout, urlText });
  useLayoutEffect(() => {
    latest.current = { layout, urlText };
  });
  const change = useCallback<ChangeLayout>((update) => {
    const next = update(latest.current.layout);
    latest.current.layout = next;
    const since = latest.current.urlText;
    setOwn((before) => ({
      layout: next,
      since,
      written: textOf(next),
      sent: before && before.since !== before.written ? before.sent : since,
    }));
  }, []);
  return { layout, change };
}
