import type { AlertChannel } from '~/api/types';
import { Button } from '~/components/Button';
import { methodLabel } from '~/market/deliveryMethods';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { ChannelIcon, type ChannelIconName } from './ChannelIcon';
import classes from './Channels.module.css';
import type { ExampleKind } from './ConfigExamples';

/** What a delivery method without a channel needs. */
const NEEDS: Readonly<Record<string, { text: string; icon: ChannelIconName; recipe: ExampleKind }>> = {
  email: { text: 'Needs a mail server.', icon: 'envelope', recipe: 'mail' },
  sms: { text: 'Needs an SMS gateway with an HTTP API.', icon: 'phone', recipe: 'sms' },
  push: {
    text: 'Turn on notifications for this browser above, or add ntfy for your phone.',
    icon: 'bell',
    recipe: 'ntfy',
  },
};

interface Props {
  rows: readonly AlertChannel[];
  /** Called to set up a channel. */
  onSetUp: (recipe: ExampleKind) => void;
}

/** Delivery methods without a channel, and what each needs. */
export function MissingChannels({ rows, onSetUp }: Props) {
  const missing = rows.filter(({ kind, available }) => !kind && !available);
  if (missing.length === 0) return null;
  return (
    <section className={classes.missing} aria-label="Not set up">
      <ul>
        {missing.map(({ channel: method }) => {
          const { text = '', icon = 'bell', recipe = 'ntfy' } = NEEDS[method] ?? {};
          return (
            <li key={method} className={classes.card}>
              <span className={classes.icon}>
                <ChannelIcon name={icon} />
              </span>
              <div className={classes.name}>
                <h3>
                  {methodLabel(method)} <span className={classes.badge}>Not set up</span>
                </h3>
                <ChannelDot state={{ tone: 'idle', text }} />
              </div>
              <Button
                variant="default"
                aria-label={`Set up ${methodLabel(method)}`}
                onClick={() => onSetUp(recipe)}
              >
                Set up
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
