import { useEffect } from 'react';
import { browserKey, readText, useStoredChoice, writeText } from './browserStorage';

const KEY = 'amounts';
const CHOICES = ['shown', 'hidden'] as const;

/** Shown instead of an amount of money or a quantity while amounts are hidden. */
export const HIDDEN = '••••';

/** The number of components that show or hide amounts. */
let userCount = 0;

/** Returns true if the page has amounts that can be hidden. */
export const hasAmounts = (): boolean => userCount > 0;

/**
 * Returns true while amounts of holdings are hidden on this device, and a function that hides or shows them. Percentages and prices
 * stay visible.
 */
export function useAmountsHidden(): [boolean, (hidden: boolean) => void] {
  const [choice, choose] = useStoredChoice(KEY, CHOICES);
  useEffect(() => {
    userCount += 1;
    return () => {
      userCount -= 1;
    };
  }, []);
  return [choice === 'hidden', (hidden) => choose(hidden ? 'hidden' : 'shown')];
}

/** Hides the amounts if they are shown, and returns true if they are hidden now. */
export function toggleAmounts(): boolean {
  const isHidden = readText(browserKey(KEY)) !== 'hidden';
  writeText(browserKey(KEY), isHidden ? 'hidden' : 'shown');
  return isHidden;
}
