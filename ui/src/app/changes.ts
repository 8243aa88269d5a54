import type { QueryClient } from '@tanstack/react-query';

/** What the queries of a kind begin with, where that is not the kind's own name. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  // Channels are made beside alerts, and what fired is delivered by them.
  alerts: ['alerts', 'alert-channels'],
  calendars: ['earnings', 'dividends', 'economic-events', 'icos'],
};
/** What may have been changed while the connection was down. */
export const ALL = ['watchlists', 'alerts', 'boards', 'settings', 'news', 'calendars'];

const due = new Set<string>();
let pressed = false;
let watched: QueryClient | undefined;

/**
 * What was changed on another device, or came to the market, is asked for again. Not while something is saved here, which would
 * show for a moment what was there before; and not while a button is held down, whose place on the page must stay.
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

/** For as long as the document lives. */
function watch(client: QueryClient): void {
  if (watched === client) return;
  watched = client;
  client.getMutationCache().subscribe(renew);
  // A context menu, another window and a drag of the browser's own swallow the end of a press.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'dragend', 'blur'])
    window.addEventListener(type, press, true);
}

function press({ type }: Event): void {
  pressed = type === 'pointerdown';
  renew();
}
