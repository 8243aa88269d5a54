import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import classes from './NoSource.module.css';

interface Props {
  /** What is listed: 'earnings dates'. */
  of: string;
  /** All there is, whatever filter stands above it; undefined while nobody knows. */
  list: readonly unknown[] | undefined;
}

/** Under a list of the live market that nothing fills: that it is empty says nothing about the world. */
export function NoSource({ of, list }: Props) {
  const { data: config } = useQuery(configQuery);
  if (config?.market !== 'live' || list?.length !== 0) return null;
  return <p className={classes.note}>No source provides any {of}.</p>;
}
