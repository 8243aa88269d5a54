import type { ServerStatus } from '~/api/types';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatSpan, formatZonedClock } from '~/market/time';
import { serverOffset } from '~/state/clock';
import { DiagnosticsButton } from './DiagnosticsButton';
import { Facts } from './Facts';
import classes from './StatusPage.module.css';
import { brokerText, clockDifference, unknownNames } from './status';
import { Tasks } from './Tasks';

/** The program's version and settings, and its clock compared with this device's. */
export function ServerPanel({ status }: { status: ServerStatus }) {
  const { version, market, uptimeSeconds, tasks, mqtt } = status;
  const now = useMarketNow();
  // The sample market has its own clock.
  const clockGap = market === 'live' && clockDifference(serverOffset());
  const difference = <span className={classes.odd}>{clockGap}</span>;
  const names = unknownNames(status);
  const unknown = <span className={classes.odd}>{names}</span>;
  const [utc, own] = [formatZonedClock(now, 'UTC'), formatZonedClock(now)];
  return (
    <Panel title="Server" className={classes.last}>
      <Facts
        facts={[
          ['Version', version],
          ['Market', market === 'sample' ? 'Sample data' : 'Live'],
          ['Uptime', formatSpan(uptimeSeconds * 1000)],
          ...(mqtt ? [['MQTT broker', brokerText(mqtt)] as const] : []),
          ...(names ? [['Unknown names in the configuration', unknown] as const] : []),
          ['Clock', utc],
          ...(own === utc ? [] : [['In your zone', own] as const]),
          ...(clockGap ? [['Clock difference', difference] as const] : []),
        ]}
      />
      <Tasks tasks={tasks} />
      <DiagnosticsButton />
    </Panel>
  );
}
