import type { TickerType } from '~/api/types';

/**
 * The name of the change of a day: '24h' for coins, which trade around the clock, and for futures, whose table has it (COMM-01);
 * 'Today' for markets with trading sessions.
 */
export const dayChangeName = (type: TickerType | undefined): '24h' | 'Today' =>
  type === 'crypto' || type === 'commodity' ? '24h' : 'Today';

/** The same name after an amount: '+$1.20 in 24h', '+$1.20 today'. */
export const dayChangePeriod = (type: TickerType | undefined): string =>
  dayChangeName(type) === '24h' ? 'in 24h' : 'today';
