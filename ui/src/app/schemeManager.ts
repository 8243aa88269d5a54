import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { browserKey, readSetting, subscribe, writeText } from '~/state/browserStorage';
import { SETTINGS } from '~/state/settings';

const KEY = 'color-scheme';
const current = (): MantineColorScheme =>
  SETTINGS[KEY].find((scheme) => scheme === readSetting(KEY)) ?? 'auto';

let unsubscribe = () => {};
/** The scheme last reported to Mantine. */
let lastReported = current();

/** Stores Mantine's color scheme as a setting like the others. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => {
    lastReported = current();
    return lastReported;
  },
  // Mantine writes back the reported scheme. A shared setting must not become a choice of this browser that way.
  set: (scheme) => {
    if (scheme !== current()) writeText(browserKey(KEY), scheme);
  },
  subscribe: (onUpdate) => {
    const reportChange = () => {
      if (lastReported === current()) return;
      lastReported = current();
      onUpdate(lastReported);
    };
    unsubscribe = subscribe(reportChange);
    // Shared settings arrive with the page, before Mantine subscribes.
    reportChange();
  },
  unsubscribe: () => unsubscribe(),
  clear: () => writeText(browserKey(KEY), null),
};
