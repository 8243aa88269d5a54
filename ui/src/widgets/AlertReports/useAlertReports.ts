import { alertHistoryQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** What alerts reported, newest first, and how many of it nobody has read. */
export function useAlertReports() {
  const query = useQuery(alertHistoryQuery);
  const unread = query.data?.filter(({ read }) => !read).length ?? 0;
  return { query, unread };
}
