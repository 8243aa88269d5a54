import type { ReactNode } from 'react';
import { call } from '~/api/call';
import { alertsQuery, configQuery, watchlistsQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { isOwner } from '~/widgets/useReadOnly';
import channels from '../channels/Channels.module.css';
import { ImportPanel } from './ImportPanel';
import classes from './Transfer.module.css';

const boardsQuery = {
  queryKey: ['/api/boards'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('get', '/api/boards', { signal }),
};

/** Exports all user data as one file, and imports such a file. */
export default function TransferSection() {
  const { data: config } = useQuery(configQuery);
  return (
    <div className={`${channels.pair} ${classes.section}`}>
      <Panel title="Export">
        <p>Everything you've created, as one JSON file that any Marketdeck can import.</p>
        <Contents />
        <div className={classes.foot}>
          {config?.readOnly ? (
            <p>Exports are off on a read-only server.</p>
          ) : (
            <ButtonLink
              leftSection={<Icon name="download" size={16} />}
              to="/api/export"
              reloadDocument
              download
            >
              Export
            </ButtonLink>
          )}
          {isOwner(config) && (
            <p>
              To back up the whole database, see <Link to={paths.status}>Status</Link>.
            </p>
          )}
        </div>
      </Panel>
      <ImportPanel />
    </div>
  );
}

/** What the file contains, with counts, and what it leaves out. */
function Contents() {
  const { data: lists } = useQuery(watchlistsQuery);
  const { data: alerts } = useQuery(alertsQuery);
  const { data: boards } = useQuery(boardsQuery);
  const rows: readonly (readonly [string, string, ReactNode])[] = [
    [
      'Watchlists',
      'Tickers, their order and your notes',
      lists?.filter(({ ownerName }) => !ownerName).length,
    ],
    ['Alerts', 'Active and inactive', alerts?.length],
    ['Boards', 'Tiles and rotation', boards?.length],
    ['Settings', 'Settings for every browser', 'Included'],
    ['Imported prices', 'Bars imported from files', 'Included'],
  ];
  const excluded = ['Market prices', 'alert history', 'alert channels and their secrets'];
  return (
    <dl className={classes.contents}>
      {rows.map(([name, what, count]) => (
        <div key={name}>
          <dt>
            {name} <small>{what}</small>
          </dt>
          <dd className="num">{count}</dd>
        </div>
      ))}
      <div className={classes.excluded}>
        <dt>
          Not included <small>{excluded.join(', ')}</small>
        </dt>
      </div>
    </dl>
  );
}
