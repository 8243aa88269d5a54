import { alertHistoryQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** Alert reports, newest first, and the number of unread ones. */
export function useAlertReports() {
  const query = useQuery(alertHistoryQuery);
  const unread = query.data?.filter(({ read }) => !read).length ?? 0;
  return { query, unread };
}
