import { useEffect, useState } from 'react';
import { toast } from '~/state/toasts';
import type { oscillatorPane } from './oscillatorPane';

/** What makes the panes below the price: no oscillator is on at first, so its code is fetched when one is. */
export function useOscillatorPane(isWanted: boolean): typeof oscillatorPane | undefined {
  const [code, setCode] = useState<{ pane: typeof oscillatorPane }>();
  useEffect(() => {
    if (!isWanted || code) return;
    import('./otherDrawings').then(
      ({ oscillatorPane }) => setCode({ pane: oscillatorPane }),
      () => toast('Error', 'The indicators could not be loaded. Please try again.', 'destructive'),
    );
  }, [isWanted, code]);
  return code?.pane;
}
