import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from '~/api/call';
import { settingsQuery } from '~/api/queries';
import type { SharedSettings } from '~/api/types';
import { useAction } from '~/api/useAction';
import { ownKey, readText, sharedKey, subscribe, writeText } from '~/state/remembered';
import { keepShared, type Setting } from '~/state/settings';
import { useStore } from '~/state/useStore';

/** Apply changes to. */
export type Scope = 'device' | 'every';
export const ScopeContext = createContext<Scope>('device');

/** Every setting that a device may choose for itself, by the names under which a browser and the server keep it. */
const NAMES = {
  'color-scheme': 'colorScheme',
  'direction-colours': 'directionColours',
  'market-strip': 'marketStrip',
  'home-view': 'homeView',
  'home-list': 'homeList',
  density: 'density',
  language: 'language',
  'hour-cycle': 'hourCycle',
  'first-day': 'firstDay',
} as const satisfies Record<Setting | 'language' | 'home-list', keyof SharedSettings>;
export type DeviceSetting = keyof typeof NAMES;

/** Saves what counts on every device; what was not changed stays as it is there. */
export function useSaveSharedSetting() {
  const client = useQueryClient();
  return useAction({
    send: async (change: Partial<SharedSettings>) => {
      const before = await call('get', '/api/settings');
      return call('put', '/api/settings', { payload: { ...before, ...change } });
    },
    done: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      keepShared(saved);
    },
    // Changes made one right after the other follow one another: each is written over the one before.
    queue: 'settings',
  });
}

/** Chooses a setting where changes count at present. */
export function useSaveSetting(setting: DeviceSetting): (value: string) => void {
  const scope = useContext(ScopeContext);
  const { mutate } = useSaveSharedSetting();
  return (value) => {
    if (scope === 'device') {
      writeText(ownKey(setting), value);
      return;
    }
    const shared = setting === 'home-list' ? Number(value) || null : value;
    // What this device chose for itself would hide it.
    mutate({ [NAMES[setting]]: shared }, { onSuccess: () => forget(setting) });
  };
}

/** Takes back what this device chose for itself. */
export const forget = (setting: DeviceSetting): void => writeText(ownKey(setting), null);

/** Where what holds for a setting was chosen. */
export function useSettingOrigin(setting: DeviceSetting): Scope | 'nowhere' {
  return useStore(subscribe, () => {
    if (readText(ownKey(setting)) !== null) return 'device';
    return readText(sharedKey(setting)) === null ? 'nowhere' : 'every';
  });
}
