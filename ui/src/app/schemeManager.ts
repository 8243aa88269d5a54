import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { browserKey, readSetting, subscribe, writeText } from '~/state/browserStorage';
import { SETTINGS } from '~/state/settings';

const KEY = 'color-scheme';
const current = (): MantineColorScheme =>
  SETTINGS[KEY].find((scheme) => scheme === readSetting(KEY)) ?? 'auto';

let stop = () => {};
/** The scheme last reported to Mantine. */
let known = current();

/** Stores Mantine's color scheme as a setting like the others. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => {
    known = current();
    return known;
  },
  // Mantine writes back what it is told; a shared setting must not become a choice of this browser.
  set: (scheme) => {
    if (scheme !== current()) writeText(browserKey(KEY), scheme);
  },
  subscribe: (onUpdate) => {
    const tell = () => {
      if (known === current()) return;
      known = current();
      onUpdate(known);
    };
    stop = subscribe(tell);
    // Shared settings arrive with the page, before Mantine subscribes.
    tell();
  },
  unsubscribe: () => stop(),
  clear: () => writeText(browserKey(KEY), null),
};
