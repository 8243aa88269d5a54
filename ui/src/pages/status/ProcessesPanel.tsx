import type { ServerStatus } from '~/api/types';
import { Panel } from '~/components/Panel';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { formatNumber, UNKNOWN } from '~/market/format';
import { HeaderRow } from './HeaderRow';
import classes from './ProcessesPanel.module.css';
import {
  agoText,
  behindText,
  isAway,
  type ProcessRow,
  processesText,
  processRows,
  resyncCount,
  roleText,
} from './processes';
import streams from './StreamsPanel.module.css';

const CSV_COLUMNS: readonly CsvColumn<ProcessRow>[] = [
  { key: 'name', title: 'Process', value: ({ name }) => name },
  { key: 'role', title: 'Role', value: ({ role }) => roleText(role) },
  { key: 'heardAt', title: 'Last seen', value: ({ heardAt }) => heardAt },
  { key: 'behind', title: 'Lag (records)', value: ({ behind }) => behind },
  { key: 'pricesAt', title: 'Last price update', value: ({ pricesAt }) => pricesAt },
  { key: 'prices', title: 'Prices received', value: ({ traffic }) => traffic?.prices },
  { key: 'records', title: 'Records received', value: ({ traffic }) => traffic?.records },
  { key: 'gaps', title: 'Missed messages', value: ({ traffic }) => traffic?.gaps },
  { key: 'rereads', title: 'Resyncs', value: resyncCount },
];

/** The processes of the cluster, one per row; hidden outside a cluster. */
export function ProcessesPanel({ status: { now, cluster } }: { status: ServerStatus }) {
  if (!cluster) return null;
  const rows = processRows(cluster, now);
  const at = Date.parse(now);
  return (
    <Panel
      title="Processes"
      aside={
        <>
          {processesText(rows, cluster.connected, at)}
          <CsvDownload label="Processes" rows={rows} columns={CSV_COLUMNS} />
        </>
      }
    >
      <table className={`${streams.streams} ${classes.processes}`} aria-label="Processes">
        <HeaderRow
          titles={['Process', 'Role', 'Last seen', 'Lag', 'Last price update', 'Missed messages', 'Resyncs']}
        />
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} row={row} now={at} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** `now` is the time of the server's response. */
function Row({ row, now }: { row: ProcessRow; now: number }) {
  const { name, role, isThis, heardAt, pricesAt, traffic } = row;
  const countText = (count: number | null | undefined) => (count == null ? UNKNOWN : formatNumber(count, 0));
  return (
    <tr data-closed={isAway(row, now) || undefined}>
      <th scope="row">{name}</th>
      <td data-title="Role">{roleText(role)}</td>
      <td data-title="Last seen">{isThis ? 'now (this process)' : agoText(heardAt, now)}</td>
      <td data-title="Lag">{behindText(row)}</td>
      <td data-title="Last price update">{role === 'source' ? UNKNOWN : agoText(pricesAt, now)}</td>
      <td data-title="Missed messages">{countText(traffic?.gaps)}</td>
      <td data-title="Resyncs">{countText(resyncCount(row))}</td>
    </tr>
  );
}
