import { useQuery } from '@tanstack/react-query';
import { alertChannelsQuery } from '~/api/queries';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { ChannelCard } from './ChannelCard';
import classes from './Channels.module.css';
import { LastDeliveries } from './LastDeliveries';
import { Recipes } from './Recipes';
import { WithoutChannel } from './WithoutChannel';

/** Where alerts go besides the app: what is configured, how it does, and how to configure more. */
export default function ChannelsSection() {
  const query = useQuery(alertChannelsQuery);
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>Alert channels</h2>
        <p>
          Where alerts go besides this app. Channels stand in the server's configuration file; their secrets
          are never shown.
        </p>
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <QueryState
            query={query}
            skeleton={
              <Panel label="Channels">
                <RowSkeletons rows={3} height={76} />
              </Panel>
            }
            errorText="The channels could not be loaded."
          >
            {(rows) => (
              <>
                {rows
                  .filter(({ kind }) => kind)
                  .map((channel) => (
                    <ChannelCard key={channel.channel} channel={channel} />
                  ))}
                <WithoutChannel rows={rows} />
              </>
            )}
          </QueryState>
          <LastDeliveries />
        </div>
        <Recipes />
      </div>
    </div>
  );
}
