import { useSyncExternalStore } from 'react';

/** What a store holds, renewed whenever it says so. A page that was drawn by the build begins with it, too. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, get: () => Value): Value =>
  useSyncExternalStore(subscribe, get, get);
