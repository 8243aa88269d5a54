import { useContext } from 'react';
import { ParameterScopeContext } from '~/hooks/useUrlChoice';
import { useStoredChoice } from '~/state/browserStorage';

const doNothing = () => {};

/**
 * The choice made last in this browser, for a chart without one in its URL. A chart with parameters of its own starts with the first
 * choice, because a layout looks the same on every device.
 */
export function useRememberedChoice<C extends string>(
  key: string,
  choices: readonly [C, ...C[]],
): [C, (next: C) => void] {
  const stored = useStoredChoice(key, choices);
  const isScoped = useContext(ParameterScopeContext) !== null;
  return isScoped ? [choices[0], doNothing] : stored;
}
