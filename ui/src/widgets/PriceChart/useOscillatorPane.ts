import { useEffect, useState } from 'react';
import { toast } from '~/state/toasts';
import type { oscillatorPane } from './oscillatorPane';

/** The oscillator panes; all oscillators are off initially, so the code is loaded with the first one. */
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
