import type { QueryClient } from '@tanstack/react-query';

/** Query keys to refetch for a kind of change, where they differ from the kind's name. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  // Alert channels are edited with alerts and list their deliveries.
  alerts: ['alerts', 'alert-channels'],
  calendars: ['earnings', 'dividends', 'economic-events', 'icos'],
};
/** Kinds that may have changed while the connection was down. */
export const ALL = ['watchlists', 'alerts', 'boards', 'settings', 'news', 'calendars'];

const due = new Set<string>();
let pressed = false;
let watched: QueryClient | undefined;

/**
 * Refetches data that changed on another device or in the market. Waits while this page saves something, which would briefly show the
 * old state, and while a button is pressed, which must not move.
 */
export function renewChanged(client: QueryClient, kinds: readonly string[]): void {
  for (const kind of kinds) due.add(kind);
  watch(client);
  renew();
}

function renew(): void {
  if (!watched || pressed || watched.isMutating() > 0) return;
  const kinds = [...due];
  due.clear();
  for (const key of kinds.flatMap((kind) => KEYS[kind] ?? kind))
    void watched.invalidateQueries({ queryKey: [key] });
}

/** Listens for the lifetime of the document. */
function watch(client: QueryClient): void {
  if (watched === client) return;
  watched = client;
  client.getMutationCache().subscribe(renew);
  // A context menu, another window or a native drag swallows the end of a press.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'dragend', 'blur'])
    window.addEventListener(type, press, true);
}

function press({ type }: Event): void {
  pressed = type === 'pointerdown';
  renew();
}
