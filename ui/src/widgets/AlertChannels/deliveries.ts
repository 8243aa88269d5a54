import type { AlertDelivery } from '~/api/types';

/** The last attempt per channel for each alert report, by report id. `log` is newest first. */
export function lastAttempts(log: readonly AlertDelivery[]): Map<number, AlertDelivery[]> {
  const reports = new Map<number, AlertDelivery[]>();
  for (const attempt of log) {
    const last = reports.get(attempt.report) ?? [];
    if (last.some(({ channel }) => channel === attempt.channel)) continue;
    reports.set(attempt.report, [...last, attempt]);
  }
  return reports;
}

const DAY_MS = 86_400_000;

/**
 * The number of alert reports delivered in the last 24 hours; null if the log was cut off at `logLimit` entries within them. `now` in
 * milliseconds.
 */
export function deliveredInADay(log: readonly AlertDelivery[], now: number, logLimit: number): number | null {
  const recent = log.filter(({ at }) => now - Date.parse(at) < DAY_MS);
  if (recent.length === log.length && log.length >= logLimit) return null;
  return recent.filter(({ outcome }) => outcome === 'delivered').length;
}
