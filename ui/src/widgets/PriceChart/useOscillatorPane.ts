import { useEffect, useState } from 'react';
import { toast } from '~/state/toasts';
import type { oscillatorPane } from './oscillatorPane';

/** What makes the panes below the price: no oscillator is on at first, so its code is fetched when one is. */
export function useOscillatorPane(isWanted: boolean): typeof oscillatorPane | undefined {
  const [code, setCode] = useState<{ pane: typeof oscillatorPane }>();
  useEffect(() => {
    if (!isWanted || code) return;
    import('./lazyDrawings').then(
      ({ oscillatorPane }) => setCode({ pane: oscillatorPane }),
      () => toast('Error', "Couldn't load the indicators. Try again.", 'destructive'),
    );
  }, [isWanted, code]);
  return code?.pane;
}
