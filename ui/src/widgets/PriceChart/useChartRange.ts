import { useEffect, useState } from 'react';
import type { Timeframe } from '~/api/types';
import { useUrlChange, useUrlText } from '~/hooks/useUrlChoice';
import { useRememberedChoice } from './useRememberedChoice';

/** CHRT-01. */
const DEFAULT_RANGE = '1W';

/**
 * The range in the URL, else the specified week. A page that is opened without a range starts with the one that was chosen last in this
 * browser, and adds it to its URL. A URL without a range therefore still means a week, as for the Back button.
 */
export function useChartRange(offered: readonly Timeframe[]): [Timeframe, (next: Timeframe) => void] {
  const others = offered.filter((range) => range !== DEFAULT_RANGE);
  const choices = [DEFAULT_RANGE, ...others] as const;
  const [remembered, remember] = useRememberedChoice<Timeframe>('chart-range', [...choices]);
  const [named] = useUrlText('range');
  const replace = useUrlChange();
  const push = useUrlChange('push');
  const [isOpening, setIsOpening] = useState(true);
  const isRemembered = isOpening && named === '' && remembered !== DEFAULT_RANGE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is opened
  useEffect(() => {
    if (isRemembered) replace({ range: remembered });
    setIsOpening(false);
  }, []);
  const choose = (next: Timeframe) => {
    remember(next);
    // A new range is shown as a whole.
    push({ range: next === DEFAULT_RANGE ? '' : next, from: '', to: '' });
  };
  const range = isRemembered ? remembered : choices.find((choice) => choice === named);
  return [range ?? DEFAULT_RANGE, choose];
}
