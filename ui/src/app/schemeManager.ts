import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { ownKey, readChosen, subscribe, writeText } from '~/state/remembered';
import { SETTINGS } from '~/state/settings';

const KEY = 'color-scheme';
const current = (): MantineColorScheme =>
  SETTINGS[KEY].find((scheme) => scheme === readChosen(KEY)) ?? 'auto';

let stop = () => {};
/** What Mantine was told last. */
let known = current();

/** Where Mantine reads and writes the colour scheme: it is a setting like the others. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => {
    known = current();
    return known;
  },
  // Mantine writes what it hears, too: what was chosen for every device is no choice of this one.
  set: (scheme) => {
    if (scheme !== current()) writeText(ownKey(KEY), scheme);
  },
  subscribe: (onUpdate) => {
    const tell = () => {
      if (known === current()) return;
      known = current();
      onUpdate(known);
    };
    stop = subscribe(tell);
    // What was chosen for every device comes with the page: it is written before Mantine listens.
    tell();
  },
  unsubscribe: () => stop(),
  clear: () => writeText(ownKey(KEY), null),
};
