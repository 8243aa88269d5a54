import { formatDateTime, formatTime } from '~/market/time';

/** Says from when the data is; with its day, unless that is today. */
export function offlineText(dataFrom: number | null, now: number): string {
  if (dataFrom === null) return 'Offline. The server cannot be reached.';
  const today = new Date(dataFrom).toDateString() === new Date(now).toDateString();
  const when = today ? formatTime(dataFrom) : formatDateTime(new Date(dataFrom).toISOString());
  return `Offline. Showing data from ${when}.`;
}
