import { useSyncExternalStore } from 'react';

/** Subscribes to a store and returns its value, also while a prerendered page is hydrated. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, get: () => Value): Value =>
  useSyncExternalStore(subscribe, get, get);
