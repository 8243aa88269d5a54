import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** The operator's address (`contact_email`), or who to ask instead. */
export function Contact() {
  const { data } = useQuery(configQuery);
  if (!data?.contactEmail) return <span>the operator of this instance</span>;
  return <a href={`mailto:${data.contactEmail}`}>{data.contactEmail}</a>;
}
