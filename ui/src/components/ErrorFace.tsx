import { Button } from '@mantine/core';
import classes from './faces.module.css';

/** One sentence and 'Try again': what a panel shows when its data did not come. */
export function ErrorFace({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={classes.face} role="alert">
      <p>{text}</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
