import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TickerRow } from '~/api/types';
import { useIsNarrow } from '~/hooks/useIsPhone';
import { useUrlChange, useUrlText } from '~/hooks/useUrlChoice';
import { isFollowed } from './isFollowed';

/** The URL parameter that names the row whose quote is open, without the prefix of the table. */
const PARAMETER = 'sheet';
/** A walk through the rows changes the URL when it pauses, because browsers limit how often a page may change it. */
const URL_DELAY_MS = 300;

export interface RowSheet<Row> {
  /** The row whose quote is open; undefined without one, and in a window that is too narrow for it. */
  row: Row | undefined;
  canOpen: boolean;
  open: (symbol: string) => void;
  /** Opens another row, as one of many steps. */
  walkTo: (symbol: string) => void;
  close: () => void;
}

/** Keeps in the URL which row's quote is open next to a table (`?sheet=AAPL`). A page has one open quote, of one of its tables. */
export function useRowSheet<Row extends TickerRow>(rows: readonly Row[], urlPrefix = ''): RowSheet<Row> {
  const name = `${urlPrefix}${PARAMETER}`;
  const [named] = useUrlText(name);
  const changeUrl = useUrlChange();
  /** The row that a walk reached before the URL names it. */
  const [reached, setReached] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const canOpen = !useIsNarrow();
  const write = (symbol: string) => {
    clearTimeout(timer.current);
    const shown = [...new URLSearchParams(window.location.search).keys()].filter((key) =>
      key.endsWith(PARAMETER),
    );
    changeUrl({ ...Object.fromEntries(shown.map((key) => [key, ''])), [name]: symbol });
    setReached(undefined);
  };
  const latestWrite = useRef(write);
  useLayoutEffect(() => {
    latestWrite.current = write;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const symbol = reached ?? named;
  return {
    row: canOpen && symbol ? rows.find((row) => row.symbol === symbol && isFollowed(row)) : undefined,
    canOpen,
    open: write,
    walkTo: (next) => {
      clearTimeout(timer.current);
      setReached(next);
      timer.current = setTimeout(() => latestWrite.current(next), URL_DELAY_MS);
    },
    close: () => write(''),
  };
}
