import type { ServerStatus } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatDate } from '~/market/time';
import { Facts } from './Facts';
import classes from './StatusPage.module.css';
import { ago } from './status';

interface Props {
  update: NonNullable<ServerStatus['update']>;
  /** Version of this server. */
  installed: string;
}

/** The newest release, if the server checks for newer ones. */
export default function UpdatePanel({ update: { newest, checkedAt, problem }, installed }: Props) {
  const now = useMarketNow();
  return (
    <Panel title="Update">
      {problem && <p className={classes.problem}>{problem}</p>}
      <Facts
        facts={[
          ['Newest version', newest ? newest.version : 'Up to date'],
          ['Installed', installed],
          ...(newest?.publishedAt ? [['Released', formatDate(newest.publishedAt)] as const] : []),
          ['Checked', ago(checkedAt, now)],
        ]}
      />
      {newest && (
        <div className={classes.diagnostics}>
          {newest.notes && (
            <details>
              <summary>What changed in {newest.version}</summary>
              <p className={classes.notes}>{newest.notes}</p>
            </details>
          )}
          {newest.url && (
            <a href={newest.url} target="_blank" rel="noopener noreferrer" className={classes.link}>
              Open the release
            </a>
          )}
        </div>
      )}
    </Panel>
  );
}
