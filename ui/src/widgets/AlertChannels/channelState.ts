import type { AlertChannel, AlertDelivery } from '~/api/types';
import { formatNumber } from '~/market/format';
import { formatDayTime, formatTime } from '~/market/time';

/** The state of a channel. */
export interface ChannelState {
  tone: 'works' | 'failing' | 'idle';
  text: string;
}

const DAY_MS = 86_400_000;
/** '2:32 PM', with the date if more than 24 hours ago. */
const at = (time: string, now: number) =>
  now - Date.parse(time) < DAY_MS ? formatTime(time) : formatDayTime(time);

/** Capitalizes the first letter and removes a final period. */
export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.$/, '');

const waits = (count: number) => `${count} ${count === 1 ? 'message waiting' : 'messages waiting'}`;

/**
 * The state of a channel: whether the last attempt succeeded, when, and how many messages wait. `now` in milliseconds.
 */
export function channelState(channel: AlertChannel, now: number): ChannelState {
  if (!channel.available && channel.kind) return { tone: 'idle', text: 'Switched off' };
  const { failing, lastDeliveredAt, lastFailedAt, lastFailure, nextAttemptAt, waiting } = channel;
  const waitingParts = waiting > 0 ? [waits(waiting)] : [];
  if (failing) {
    const why = lastFailure ? asSentence(lastFailure) : "The last message wasn't delivered";
    const timeText = lastFailedAt ? ` (${at(lastFailedAt, now)})` : '';
    const next = nextAttemptAt ? [`next attempt ${at(nextAttemptAt, now)}`] : [];
    return { tone: 'failing', text: `${[`${why}${timeText}`, ...next, ...waitingParts].join(', ')}.` };
  }
  if (lastDeliveredAt)
    return {
      tone: 'works',
      text: [`Last delivered ${at(lastDeliveredAt, now)}`, ...waitingParts].join(', '),
    };
  return { tone: 'idle', text: ['Nothing delivered yet', ...waitingParts].join(', ') };
}

/** The outcome of an attempt: 'Delivered on attempt 2', 'It answered 502 Bad Gateway, will retry'. */
export function outcomeText({ outcome, answer, attempt, together }: AlertDelivery): string {
  if (outcome === 'delivered') {
    const attemptText = attempt > 1 ? ` on attempt ${attempt}` : '';
    const togetherText = together > 1 ? `, ${together} alerts in one message` : '';
    return `Delivered${attemptText}${togetherText}`;
  }
  // A canceled delivery has a reason and is not retried.
  if (outcome === 'cancelled') return `Not sent: ${answer}`;
  return `${asSentence(answer)}, ${outcome === 'given_up' ? 'gave up' : 'will retry'}`;
}

/** The duration of an attempt: '0.4 s', '12 ms'. */
export const tookText = (milliseconds: number): string =>
  milliseconds < 1
    ? '< 1 ms'
    : milliseconds < 100
      ? `${milliseconds} ms`
      : `${formatNumber(milliseconds / 1000, 1)} s`;
