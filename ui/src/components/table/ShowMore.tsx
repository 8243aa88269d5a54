import { Button } from '~/components/Button';
import classes from './ShowMore.module.css';

/** The button 'Show More (N remaining)' below a list; renders nothing if all rows are shown. */
export function ShowMore({ remaining, onClick }: { remaining: number; onClick: () => void }) {
  if (remaining <= 0) return null;
  return (
    <div className={classes.more}>
      <Button variant="default" onClick={onClick}>
        Show More ({remaining} remaining)
      </Button>
    </div>
  );
}
