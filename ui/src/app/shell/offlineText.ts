import { formatDateTime, formatTime } from '~/market/time';

/** Says from when the data is; with its day, unless that is today. */
export function offlineText(dataAsOf: number | null, now: number): string {
  if (dataAsOf === null) return 'Offline. The server cannot be reached.';
  const today = new Date(dataAsOf).toDateString() === new Date(now).toDateString();
  const when = today ? formatTime(dataAsOf) : formatDateTime(new Date(dataAsOf).toISOString());
  return `Offline. Showing data from ${when}.`;
}
