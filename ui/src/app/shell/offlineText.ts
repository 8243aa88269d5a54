import { formatDateTime, formatTime } from '~/market/time';

/** Says how old the data is; with its date unless it is today. */
export function offlineText(dataAsOf: number | null, now: number): string {
  if (dataAsOf === null) return "Offline. Couldn't reach the server.";
  const today = new Date(dataAsOf).toDateString() === new Date(now).toDateString();
  const when = today ? formatTime(dataAsOf) : formatDateTime(new Date(dataAsOf).toISOString());
  return `Offline. Showing data from ${when}.`;
}
