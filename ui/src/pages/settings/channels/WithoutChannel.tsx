import type { AlertChannel } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon, type IconName } from '~/components/Icon';
import { ChannelDot } from '~/widgets/AlertChannels/ChannelDot';
import { wayLabel } from '~/widgets/AlertChannels/ways';
import classes from './Channels.module.css';
import type { RecipeKind } from './Recipes';

/** What makes a way work that no channel carries. */
const NEEDS: Readonly<Record<string, { text: string; icon: IconName; recipe: RecipeKind }>> = {
  email: { text: 'A mail server brings it.', icon: 'page', recipe: 'mail' },
  sms: { text: 'Point a webhook at a gateway and mark it as SMS.', icon: 'bolt', recipe: 'sms' },
  push: {
    text: 'A browser shows it once it is told to, above. ntfy brings it to a phone; a webhook or a program can, too.',
    icon: 'bell',
    recipe: 'ntfy',
  },
};

interface Props {
  rows: readonly AlertChannel[];
  /** Somebody wants the lines that set one up. */
  onSetUp: (recipe: RecipeKind) => void;
}

/** The ways of delivery that no channel carries, and what each of them needs. */
export function WithoutChannel({ rows, onSetUp }: Props) {
  const ways = rows.filter(({ kind, available }) => !kind && !available);
  if (ways.length === 0) return null;
  return (
    <section className={classes.missing} aria-label="Not set up">
      <ul>
        {ways.map(({ channel }) => {
          const { text = '', icon = 'bell', recipe = 'ntfy' } = NEEDS[channel] ?? {};
          return (
            <li key={channel} className={classes.card}>
              <span className={classes.icon}>
                <Icon name={icon} size={18} />
              </span>
              <div className={classes.name}>
                <h3>
                  {wayLabel(channel)} <span className={classes.badge}>Not set up</span>
                </h3>
                <ChannelDot
                  state={{ tone: 'idle', text: `No channel carries ${wayLabel(channel)}. ${text}` }}
                />
              </div>
              <Button
                variant="default"
                aria-label={`Set up ${wayLabel(channel)}`}
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
