import { formatDateTime, formatTime } from '~/market/time';

/** Returns the offline banner's text: the time of the shown data, with the date unless it is today. */
export function offlineText(dataAsOf: number | null, now: number): string {
  if (dataAsOf === null) return "Offline. Couldn't reach the server.";
  const isToday = new Date(dataAsOf).toDateString() === new Date(now).toDateString();
  const when = isToday ? formatTime(dataAsOf) : formatDateTime(new Date(dataAsOf).toISOString());
  return `Offline. Showing data from ${when}.`;
}
