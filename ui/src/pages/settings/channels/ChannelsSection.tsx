import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { alertChannelsQuery } from '~/api/queries';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { BrowsersPanel } from './BrowsersPanel';
import { ChannelCard } from './ChannelCard';
import classes from './Channels.module.css';
import { LastDeliveries } from './LastDeliveries';
import { type RecipeKind, Recipes } from './Recipes';
import { WithoutChannel } from './WithoutChannel';

/** Where alerts go besides the app: what is configured, how it does, and how to configure more. */
export default function ChannelsSection() {
  const query = useQuery(alertChannelsQuery);
  const [recipe, setRecipe] = useState<RecipeKind>('ntfy');
  const recipes = useRef<HTMLDivElement>(null);
  const setUp = (wanted: RecipeKind) => {
    setRecipe(wanted);
    recipes.current?.scrollIntoView({ block: 'nearest' });
  };
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
                <BrowsersPanel browsers={rows.filter(({ kind }) => kind === 'web_push')} />
                {rows
                  .filter(({ kind }) => kind && kind !== 'web_push')
                  .map((channel) => (
                    <ChannelCard key={channel.channel} channel={channel} />
                  ))}
                <WithoutChannel rows={rows} onSetUp={setUp} />
                {rows.some(({ channel, available }) => channel === 'in_app' && available) && <InApp />}
              </>
            )}
          </QueryState>
          <LastDeliveries />
        </div>
        <div ref={recipes}>
          <Recipes kind={recipe} onKind={setRecipe} />
        </div>
      </div>
    </div>
  );
}

/** What needs no channel. */
function InApp() {
  return (
    <section className={classes.card} aria-label="In-App">
      <span className={classes.icon}>
        <Icon name="check" size={18} />
      </span>
      <div className={classes.name}>
        <h3>In-App</h3>
        <ChannelDot state={{ tone: 'works', text: 'Always on, on every open page and in the bell' }} />
      </div>
    </section>
  );
}
