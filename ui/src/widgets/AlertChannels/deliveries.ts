import type { AlertDelivery } from '~/api/types';

/** The last attempt per channel for each report, by report id. `log` is newest first. */
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
 * The number of reports delivered within the last day; null if the log, of at most `most` entries, doesn't reach back
 * that far. `now` in milliseconds.
 */
export function deliveredInADay(log: readonly AlertDelivery[], now: number, most: number): number | null {
  const recent = log.filter(({ at }) => now - Date.parse(at) < DAY_MS);
  if (recent.length === log.length && log.length >= most) return null;
  return recent.filter(({ outcome }) => outcome === 'delivered').length;
}
