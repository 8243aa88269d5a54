import type { AlertChannel } from '~/api/types';
import { wayLabel } from '~/widgets/AlertChannels/ways';
import classes from './Channels.module.css';

/** What makes a way work that no channel carries. */
const NEEDS: Readonly<Record<string, string>> = {
  email: 'A mail server makes it work: kind = "smtp".',
  sms: 'Point a webhook at a gateway and mark it carries = "sms".',
  push: 'ntfy brings it to a phone: kind = "ntfy". A webhook or a program carries it, too.',
};

/** The ways of delivery that no channel carries, and what each of them needs. */
export function WithoutChannel({ rows }: { rows: readonly AlertChannel[] }) {
  const ways = rows.filter(({ kind, available }) => !kind && !available);
  if (ways.length === 0) return null;
  return (
    <section className={classes.missing} aria-label="Not set up">
      <ul>
        {ways.map(({ channel }) => (
          <li key={channel}>
            <h3>
              {wayLabel(channel)} <span className={classes.badge}>Not set up</span>
            </h3>
            <p>
              No channel carries {wayLabel(channel)}. {NEEDS[channel]}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
