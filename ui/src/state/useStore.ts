import { useSyncExternalStore } from 'react';

/** What a store holds, renewed whenever it says so; also in the first drawing of a page that the build drew. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, get: () => Value): Value =>
  useSyncExternalStore(subscribe, get, get);
