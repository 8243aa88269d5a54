import { Button } from '@mantine/core';
import { useConnectivity } from '~/state/connectivity';
import classes from './faces.module.css';

/** One sentence and 'Try again': what a panel shows when its data did not come. */
export function ErrorFace({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { reachable } = useConnectivity();
  return (
    <div className={classes.face} role="alert">
      <p>{text}</p>
      {!reachable && <p>You are offline, and this browser keeps nothing of it.</p>}
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
