import { useConnectivity } from '~/state/connectivity';
import { Button } from './Button';
import classes from './states.module.css';

/** One sentence and 'Try again', for a panel whose data failed to load. */
export function ErrorState({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { isReachable } = useConnectivity();
  return (
    <div className={classes.state} role="alert">
      <p>{text}</p>
      {!isReachable && <p>You're offline and there's no saved copy of this.</p>}
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
