import { Panel } from '~/components/Panel';
import { RowSkeletons } from '~/components/Skeletons';
import classes from './WatchlistPage.module.css';

/** The loading text of WTCH-02 above a skeleton. */
export function LoadingPanel({ text }: { text: string }) {
  return (
    <Panel label={text}>
      <p role="status" className={classes.quiet}>
        {text}
      </p>
      <RowSkeletons rows={6} height={52} />
    </Panel>
  );
}
