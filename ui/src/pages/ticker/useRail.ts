import { useStoredChoice } from '~/state/browserStorage';

const RAIL = ['shown', 'hidden'] as const;

/** Whether the column next to the chart is shown, as chosen last in this browser. The inline script of the page reads it, too. */
export const useRail = () => useStoredChoice('ticker-rail', RAIL);
