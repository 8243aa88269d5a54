import type { MarketSession } from '~/api/types';
import { formatSpan } from './time';

const NOW = {
  always: 'Market open',
  pre: 'US pre-market',
  regular: 'US market open',
  post: 'US after hours',
  closed: 'US market closed',
};

/** 'US market open, closes in 18 min', 'US market closed (Thanksgiving Day), opens in 14 h'. */
export function sessionSentence(session: MarketSession, now: number): string {
  if (session.state === 'always') return NOW.always;
  const left = Date.parse(session.nextChange) - now;
  // Nobody has said yet what comes after that.
  if (left <= 0) return NOW[session.nextState];
  const holiday = session.state === 'closed' && session.holiday ? ` (${session.holiday})` : '';
  return `${NOW[session.state]}${holiday}, ${verb(session)} in ${formatSpan(left)}`;
}

function verb({ state, nextState }: MarketSession): string {
  if (nextState === 'regular') return 'opens';
  if (nextState === 'pre') return 'pre-market';
  return state === 'regular' ? 'closes' : 'ends';
}
