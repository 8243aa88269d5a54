import type { Ico } from '~/api/types';
import { formatDate, formatRelative } from '~/market/time';

/** ICOS-01: the relevant date of a status; the end of an active ICO is relative. */
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
