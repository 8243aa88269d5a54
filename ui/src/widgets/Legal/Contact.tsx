import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';

/** The address the operator set (`contact_email`), or who else to ask. */
export function Contact() {
  const { data } = useQuery(configQuery);
  if (!data?.contactEmail) return <span>the operator of this instance</span>;
  return <a href={`mailto:${data.contactEmail}`}>{data.contactEmail}</a>;
}
