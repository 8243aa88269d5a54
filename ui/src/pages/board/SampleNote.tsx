import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import classes from './Board.module.css';

/** A note that the sample market's prices are simulated. */
export function SampleNote({ className = '' }: { className?: string | undefined }) {
  const { data } = useQuery(configQuery);
  if (data?.market !== 'sample') return null;
  return (
    <p className={className} data-sample-note>
      <i className={classes.ring} aria-hidden="true" /> Sample data
    </p>
  );
}
