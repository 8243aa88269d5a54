import { alertDeliveriesQuery, alertHistoryQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { CsvDownload } from '~/components/table/CsvDownload';
import type { CsvColumn } from '~/components/table/csv';
import { methodLabel } from '~/market/deliveryMethods';
import { formatExactTime, formatTime } from '~/market/time';
import { paths } from '~/paths';
import { outcomeText, tookText } from '~/widgets/AlertChannels/channelState';
import classes from './Channels.module.css';

/** Number of attempts shown; the CSV file has all that the server returns. */
const SHOWN_COUNT = 12;

/** The latest delivery attempts of all channels. */
export function LastDeliveries() {
  const query = useQuery(alertDeliveriesQuery());
  const { data: reports = [] } = useQuery(alertHistoryQuery);
  const sentenceOf = (number: number) => reports.find(({ id }) => id === number)?.sentence;
  const log = (query.data ?? []).map((attempt) => ({ ...attempt, sentence: sentenceOf(attempt.report) }));
  type Line = (typeof log)[number];
  const columns: readonly CsvColumn<Line>[] = [
    { key: 'at', title: 'Time', value: ({ at }) => at },
    { key: 'channel', title: 'Channel', value: ({ channel }) => methodLabel(channel) },
    { key: 'sentence', title: 'Alert', value: ({ sentence }) => sentence },
    { key: 'attempt', title: 'Attempt', value: ({ attempt }) => attempt },
    { key: 'outcome', title: 'Result', value: ({ outcome }) => outcome },
    { key: 'answer', title: 'Response', value: ({ answer }) => answer },
    { key: 'took', title: 'Duration (ms)', value: ({ tookMs }) => tookMs },
  ];
  return (
    <Panel title="Last deliveries" aside={<CsvDownload label="Deliveries" rows={log} columns={columns} />}>
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={4} height={44} />}
        errorText="Couldn't load the deliveries."
        emptyText="Nothing delivered yet."
      >
        {() => (
          <>
            <ol className={classes.log} aria-label="Last deliveries">
              {log.slice(0, SHOWN_COUNT).map((attempt) => (
                <li key={`${attempt.report} ${attempt.channel} ${attempt.attempt} ${attempt.at}`}>
                  <time dateTime={attempt.at} title={formatExactTime(attempt.at)} className="num">
                    {formatTime(attempt.at)}
                  </time>
                  <b>{methodLabel(attempt.channel)}</b>
                  <span>{attempt.sentence ?? 'No longer in the history'}</span>
                  <span className={classes.result} data-failed={attempt.outcome !== 'delivered' || undefined}>
                    {outcomeText(attempt)}
                  </span>
                  <span className="num">{tookText(attempt.tookMs)}</span>
                </li>
              ))}
            </ol>
            <Link to={`${paths.alerts}?tab=history`} className={classes.more}>
              Alert history
            </Link>
          </>
        )}
      </QueryState>
    </Panel>
  );
}
