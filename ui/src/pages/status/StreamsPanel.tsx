import type { ServerStatus, StreamStatus } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { Panel } from '~/components/Panel';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { UNKNOWN } from '~/market/format';
import { formatSpan } from '~/market/time';
import { HeaderRow } from './HeaderRow';
import page from './StatusPage.module.css';
import classes from './StreamsPanel.module.css';
import { ageText, connectionName, isStream, perSecond, streamsText } from './streams';

const CSV_COLUMNS: readonly CsvColumn<StreamStatus>[] = [
  { key: 'source', title: 'Source', value: ({ source }) => source },
  { key: 'number', title: 'Connection', value: ({ number }) => number },
  { key: 'symbols', title: 'Symbols', value: ({ symbols }) => symbols },
  { key: 'openedAt', title: 'Open since', value: ({ openedAt }) => openedAt },
  { key: 'lastMessageAt', title: 'Last message', value: ({ lastMessageAt }) => lastMessageAt },
  { key: 'messages', title: 'Messages a second', value: ({ messagesPerSecond }) => messagesPerSecond },
];

/** Streaming connections, one per row; hidden if there are no streams. */
export function StreamsPanel({ status: { now, streams, providers } }: { status: ServerStatus }) {
  if (streams.length === 0 && !providers.some(isStream)) return null;
  return (
    <Panel
      title="Streams"
      aside={
        <>
          {streamsText(streams)}
          <CsvDownload label="Streams" rows={streams} columns={CSV_COLUMNS} />
        </>
      }
    >
      {streams.length === 0 ? (
        <EmptyState text="No open connections." low />
      ) : (
        <table className={classes.streams} aria-label="Streams">
          <HeaderRow titles={['Connection', 'Symbols', 'Open for', 'Last message', 'Messages']} />
          <tbody>
            {streams.map((stream) => (
              <Row
                key={`${stream.source} ${stream.number}`}
                stream={stream}
                name={connectionName(stream, streams)}
                now={Date.parse(now)}
              />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** `now`: the time of the server's response. A later time would make every message look older. */
function Row({ stream, name, now }: { stream: StreamStatus; name: string; now: number }) {
  const { openedAt, lastMessageAt, messagesPerSecond } = stream;
  return (
    <tr data-closed={openedAt ? undefined : true}>
      <th scope="row">{name}</th>
      <td data-title="Symbols">
        <Symbols stream={stream} />
      </td>
      <td data-title="Open for">{openedAt ? formatSpan(now - Date.parse(openedAt)) : 'Not open'}</td>
      <td data-title="Last message">{lastMessageAt ? ageText(now - Date.parse(lastMessageAt)) : UNKNOWN}</td>
      <td data-title="Messages">{messagesPerSecond === null ? UNKNOWN : perSecond(messagesPerSecond)}</td>
    </tr>
  );
}

/** The number of symbols, with a bar if the provider has a maximum. */
function Symbols({ stream: { symbols, mostSymbols } }: { stream: StreamStatus }) {
  if (mostSymbols === null) {
    const countText = symbols === 1 ? '1 symbol' : `${symbols} symbols`;
    return (
      <span className={symbols === 0 ? classes.none : undefined}>
        {symbols === 0 ? 'no symbols' : countText}
      </span>
    );
  }
  return (
    <span className={classes.symbolCount}>
      <span className={classes.bar} aria-hidden="true">
        <span className={page.filled} style={{ width: `${Math.min(100, (100 * symbols) / mostSymbols)}%` }} />
      </span>
      {symbols} of {mostSymbols}
    </span>
  );
}
