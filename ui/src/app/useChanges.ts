import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChange, onReconnect } from '~/live/feed';

/** What the queries of a kind begin with, where that is not the kind's own name. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  calendars: ['earnings', 'dividends', 'economic-events', 'icos'],
};
/** What may have been changed while the connection was down. */
const ALL = ['watchlists', 'alerts', 'boards', 'settings', 'news', 'calendars'];

/**
 * What was changed on another device, or came to the market, is asked for again. Not while something is saved here, which would
 * show for a moment what was there before; and not while a button is held down, whose place on the page must stay.
 */
export function useChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    const due = new Set<string>();
    let pressed = false;
    const renew = () => {
      if (pressed || client.isMutating() > 0) return;
      const kinds = [...due];
      due.clear();
      for (const key of kinds.flatMap((kind) => KEYS[kind] ?? kind))
        client.invalidateQueries({ queryKey: [key] });
    };
    const add = (...kinds: string[]) => {
      for (const kind of kinds) due.add(kind);
      renew();
    };
    const press = ({ type }: Event) => {
      pressed = type === 'pointerdown';
      renew();
    };
    const undo = [onChange(add), onReconnect(() => add(...ALL)), client.getMutationCache().subscribe(renew)];
    for (const type of EVENTS) window.addEventListener(type, press, true);
    return () => {
      for (const end of undo) end();
      for (const type of EVENTS) window.removeEventListener(type, press, true);
    };
  }, [client]);
}

const EVENTS = ['pointerdown', 'pointerup', 'pointercancel'];
