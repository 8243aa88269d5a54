import type { Ico } from '~/api/types';
import { formatDate, formatRelative } from '~/market/time';

/** ICOS-01: the date a status makes interesting; the end of a running one is relative. */
export function dateLine(ico: Ico, now: number): { name: string; text: string } {
  switch (ico.status) {
    case 'upcoming':
      return { name: 'Starts', text: formatDate(ico.startDate) };
    case 'active':
      return { name: 'Ends', text: formatRelative(ico.endDate, now) };
    case 'ended':
      return { name: 'Ended', text: formatDate(ico.endDate) };
  }
}
