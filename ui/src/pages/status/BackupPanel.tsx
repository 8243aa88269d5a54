import { configQuery } from '~/api/queries';
import type { ServerStatus } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { isOwner } from '~/widgets/useReadOnly';
import { Facts } from './Facts';
import classes from './StatusPage.module.css';
import { ago, formatBytes, until } from './status';

/** Backups of the database: scheduled ones, and one to download now. Only the owner sees them. */
export function BackupPanel({ backups }: { backups: ServerStatus['backups'] }) {
  const now = useMarketNow();
  const { data: config } = useQuery(configQuery);
  const readOnly = config?.readOnly;
  if (!isOwner(config)) return null;
  return (
    <Panel title="Backup">
      {backups?.problem && <p className={classes.problem}>{backups.problem}</p>}
      <Facts
        facts={
          backups
            ? [
                ['Latest backup', backups.madeAt ? ago(backups.madeAt, now) : 'None yet'],
                ['Size', backups.bytes > 0 ? formatBytes(backups.bytes) : 'None'],
                ['Next backup', backups.dueAt ? until(backups.dueAt, now) : 'None'],
              ]
            : [['Scheduled backups', 'Not set up']]
        }
      />
      <div className={classes.diagnostics}>
        {!readOnly && (
          <ButtonLink
            variant="default"
            fullWidth
            leftSection={<Icon name="download" size={16} />}
            to="/api/backup"
            reloadDocument
            download
          >
            Download a backup
          </ButtonLink>
        )}
        <p>
          {readOnly
            ? 'Backups are off on a read-only server.'
            : 'One file with everything: lists, notes, alerts, boards, settings and price history.'}{' '}
          Restore it with <code>marketdeck restore</code>.
          {!backups && (
            <>
              {' '}
              Set <code>backup_dir</code> in the configuration to back up on a schedule.
            </>
          )}
        </p>
      </div>
    </Panel>
  );
}
