import { useRef, useState } from 'react';
import { alertChannelsQuery, configQuery } from '~/api/queries';
import type { AlertChannel } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { BrowsersPanel } from './BrowsersPanel';
import { ChannelCard } from './ChannelCard';
import classes from './Channels.module.css';
import { ConfigExamples, type ExampleKind } from './ConfigExamples';
import { LastDeliveries } from './LastDeliveries';
import { MissingChannels } from './MissingChannels';

const ChannelDialog = retryingLazy(() => import('./editor/ChannelDialog'));

/** The content of the dialog: an existing channel by name, or a new one of a kind. */
interface Editing {
  name: string | null;
  first: ExampleKind;
}

/** The alert channels with their state, and how to add more. */
export default function ChannelsSection() {
  const query = useQuery(alertChannelsQuery);
  const canChange = useQuery(configQuery).data?.channelsOnPage === true;
  const [recipe, setRecipe] = useState<ExampleKind>('ntfy');
  const [editing, setEditing] = useState<Editing | null>(null);
  const recipes = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const setUp = (wanted: ExampleKind) => {
    if (canChange) return setEditing({ name: null, first: wanted });
    setRecipe(wanted);
    recipes.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>Alert channels</h2>
        <p>
          Where alerts are sent in addition to this app. Secrets are never shown again after you save them.
        </p>
        {canChange && (
          <Button ref={add} onClick={() => setUp('ntfy')} leftSection={<Icon name="plus" size={16} />}>
            Add channel
          </Button>
        )}
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
            errorText="Couldn't load the channels."
          >
            {(rows) => (
              <>
                <BrowsersPanel browsers={rows.filter(({ kind }) => kind === 'web_push')} />
                {rows.filter(isChannel).map((channel) => (
                  <ChannelCard
                    key={channel.channel}
                    channel={channel}
                    canChange={canChange}
                    onEdit={() => setEditing({ name: channel.channel, first: 'ntfy' })}
                    onRemoved={() => add.current?.focus()}
                  />
                ))}
                <MissingChannels rows={rows} onSetUp={setUp} />
                {rows.some(({ channel, available }) => channel === 'in_app' && available) && <InApp />}
              </>
            )}
          </QueryState>
          <LastDeliveries />
        </div>
        <div ref={recipes}>
          <ConfigExamples kind={recipe} onKind={setRecipe} isOnlyWay={!canChange} />
        </div>
      </div>
      {editing && (
        <LazyBoundary onFail={() => setEditing(null)}>
          <ChannelDialog
            {...editing}
            taken={(query.data ?? []).map(({ channel }) => channel)}
            onClose={() => setEditing(null)}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

const isChannel = ({ kind }: AlertChannel) => kind !== null && kind !== 'web_push';

/** In-app alerts, which need no channel. */
function InApp() {
  return (
    <section className={classes.card} aria-label="In-App">
      <span className={classes.icon}>
        <Icon name="check" size={18} />
      </span>
      <div className={classes.name}>
        <h3>In-App</h3>
        <ChannelDot state={{ tone: 'works', text: 'Always on: shown on every open page and in the bell' }} />
      </div>
    </section>
  );
}
