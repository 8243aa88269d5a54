import { formatDateTime, formatRelative } from './time';

/** The time at which an article was published or, for an article without a date, first seen. */
interface PublicationTime {
  publishedAt: string;
  isUndated: boolean;
}

/** Returns the age of an article ('5 minutes ago'), or a note that the source gave no date. */
export const publishedText = ({ publishedAt, isUndated }: PublicationTime, now: number): string =>
  isUndated ? 'No date' : formatRelative(publishedAt, now);

/** Returns when an article was published ('Nov 27, 2026, 9:32 AM EST') or, for an undated one, first seen. */
export const publishedTitle = ({ publishedAt, isUndated }: PublicationTime): string =>
  isUndated ? `No date; first seen ${formatDateTime(publishedAt)}` : formatDateTime(publishedAt);
