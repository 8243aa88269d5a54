import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { screensQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { KEEP_SCROLL, useUrlChange } from '~/hooks/useUrlChoice';
import { screenQuery } from './criteria';

/** The parameter with the id of the saved screen that the URL's criteria come from. */
export const SCREEN_ID = 'screen';

function withId(query: string, id: number | undefined): URLSearchParams {
  const params = new URLSearchParams(query);
  if (id !== undefined) params.set(SCREEN_ID, String(id));
  return params;
}

export interface ScreenInUrl {
  params: URLSearchParams;
  /** The query of the screen; see `screenQuery`. */
  query: string;
  /** The id of the saved screen in use. */
  savedId: number | undefined;
  /** Replaces the screen. */
  open: (query: string, savedId?: number) => void;
  /** Sets the values of a criterion, or removes it. */
  setValues: (name: string, values: readonly string[]) => void;
  /** Sets the universe: 'stocks', 'sp500' or the id of a list. */
  setUniverse: (universe: string) => void;
}

/** The screen in the URL. */
export function useScreen(): ScreenInUrl {
  const [inUrl, setParams] = useSearchParams();
  const { data: saved } = useQuery(screensQuery);
  const change = useUrlChange();
  const savedId = Number(inUrl.get(SCREEN_ID)) || undefined;
  // A link from an alert has only the id of the screen.
  const isIdOnly = savedId !== undefined && inUrl.size === 1;
  const linked = isIdOnly ? saved?.find(({ id }) => id === savedId) : undefined;
  useEffect(() => {
    if (linked) setParams(withId(linked.query, linked.id), { replace: true, state: KEEP_SCROLL });
  }, [linked, setParams]);
  const params = linked ? withId(linked.query, linked.id) : inUrl;
  return {
    params,
    query: screenQuery(params),
    savedId,
    open: (query, id) => setParams(withId(query, id), { state: KEEP_SCROLL }),
    setValues: (name, values) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete(name);
          for (const value of values) next.append(name, value);
          return next;
        },
        { replace: true, state: KEEP_SCROLL },
      ),
    setUniverse: (universe) => {
      const isList = /^\d+$/.test(universe);
      change({
        universe: isList || universe === 'stocks' ? '' : universe,
        list: isList ? universe : '',
      });
    },
  };
}
