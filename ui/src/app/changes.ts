import type { QueryClient } from '@tanstack/react-query';

/** Query keys to refetch, for kinds of change that are not themselves the name of a query key. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  // Alert channels are edited with alerts and list their deliveries.
  alerts: ['alerts', 'alert-channels'],
  // Quantities and costs are parts of lists.
  watchlists: ['watchlists', 'holdings'],
  chart_layouts: ['chart-layouts'],
  // Names, roles and who shares what.
  people: ['people', 'me', 'config', 'watchlists'],
  calendars: ['earnings', 'dividends', 'economic-events', 'icos'],
};
/** Kinds that may have changed while the connection was down. */
export const ALL_KINDS = [
  'watchlists',
  'alerts',
  'boards',
  'screens',
  'notes',
  'drawings',
  'chart_layouts',
  'settings',
  'people',
  'news',
  'calendars',
];

const pendingKinds = new Set<string>();
let isPressed = false;
let client: QueryClient | undefined;

/**
 * Refetches data that changed on another device or in the market. Waits while this page saves something, because it would briefly show
 * the old state, and while a button is pressed, because it might move.
 */
export function refetchChanged(queryClient: QueryClient, kinds: readonly string[]): void {
  for (const kind of kinds) pendingKinds.add(kind);
  watch(queryClient);
  refetchPending();
}

function refetchPending(): void {
  if (!client || isPressed || client.isMutating() > 0) return;
  const kinds = [...pendingKinds];
  pendingKinds.clear();
  for (const key of kinds.flatMap((kind) => KEYS[kind] ?? kind))
    void client.invalidateQueries({ queryKey: [key] });
}

/** Adds the listeners, which stay for the lifetime of the document. */
function watch(newClient: QueryClient): void {
  if (client === newClient) return;
  client = newClient;
  newClient.getMutationCache().subscribe(refetchPending);
  // After a context menu, a switch of windows or a native drag, no 'pointerup' follows.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'dragend', 'blur'])
    window.addEventListener(type, onPress, true);
}

function onPress({ type }: Event): void {
  isPressed = type === 'pointerdown';
  refetchPending();
}
