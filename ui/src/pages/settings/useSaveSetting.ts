import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from '~/api/call';
import { settingsQuery } from '~/api/queries';
import type { SharedSettings } from '~/api/types';
import { useAction } from '~/api/useAction';
import { sendMerged } from '~/api/versions';
import { browserKey, readText, sharedKey, subscribe, writeText } from '~/state/browserStorage';
import { type Setting, storeSharedSettings } from '~/state/settings';
import { useStore } from '~/state/useStore';

/** Where a changed setting is saved. */
export type Scope = 'device' | 'every';
export const ScopeContext = createContext<Scope>('device');

/** Settings that a browser can override, with their names on the server. */
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

/** Saves shared settings; unchanged ones stay. */
export function useSaveSharedSetting() {
  const client = useQueryClient();
  return useAction({
    send: async (change: Partial<SharedSettings>) =>
      sendMerged(await call('get', '/api/settings'), (saved) =>
        call('put', '/api/settings', { payload: { ...saved, ...change } }),
      ),
    done: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      storeSharedSettings(saved);
    },
    // Consecutive changes are sent one after another, each based on the previous one.
    queue: 'settings',
  });
}

/** Saves a setting in the current scope. */
export function useSaveSetting(setting: DeviceSetting): (value: string) => void {
  const scope = useContext(ScopeContext);
  const { mutate } = useSaveSharedSetting();
  return (value) => {
    if (scope === 'device') {
      writeText(browserKey(setting), value);
      return;
    }
    const shared = setting === 'home-list' ? Number(value) || null : value;
    // A value set in this browser would hide the shared one.
    mutate({ [NAMES[setting]]: shared }, { onSuccess: () => clearBrowserSetting(setting) });
  };
}

/** Removes the value set in this browser. */
export const clearBrowserSetting = (setting: DeviceSetting): void => writeText(browserKey(setting), null);

/** Where the current value of a setting was set. */
export function useSettingOrigin(setting: DeviceSetting): Scope | 'nowhere' {
  return useStore(subscribe, () => {
    if (readText(browserKey(setting)) !== null) return 'device';
    return readText(sharedKey(setting)) === null ? 'nowhere' : 'every';
  });
}
