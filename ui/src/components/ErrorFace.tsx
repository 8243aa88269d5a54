import { Button } from '@mantine/core';
import classes from './faces.module.css';
import { useReach } from './reach';

/** One sentence and 'Try again': what a panel shows when its data did not come. */
export function ErrorFace({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { reached } = useReach();
  return (
    <div className={classes.face} role="alert">
      <p>{text}</p>
      {!reached && <p>You are offline, and this browser keeps nothing of it.</p>}
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
