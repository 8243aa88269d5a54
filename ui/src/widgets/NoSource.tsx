import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import classes from './NoSource.module.css';

interface Props {
  /** The listed items: 'earnings dates'. */
  of: string;
  /** All items regardless of filters; undefined until loaded. */
  list: readonly unknown[] | undefined;
}

/** A note below an empty list of the live market: no source provides these items. */
export function NoSource({ of, list }: Props) {
  const { data: config } = useQuery(configQuery);
  if (config?.market !== 'live' || list?.length !== 0) return null;
  return <p className={classes.note}>No source provides any {of}.</p>;
}
