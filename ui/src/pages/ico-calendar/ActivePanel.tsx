import type { Ico } from '~/api/types';
import { Panel } from '~/components/Panel';
import { IcoLink } from '~/widgets/Ico/IcoLink';
import { IcoProgress } from '~/widgets/Ico/IcoProgress';
import classes from './IcoCalendarPage.module.css';
import { byEndDate, timeUntil } from './starts';

interface Props {
  icos: readonly Ico[] | undefined;
  /** In milliseconds. */
  now: number;
}

/** Active ICOs with the raised amounts, earliest end first; hidden if there are none. */
export function ActivePanel({ icos = [], now }: Props) {
  const active = byEndDate(icos);
  if (active.length === 0) return null;
  return (
    <Panel title="Active now" aside="ending soonest first">
      <ul className={classes.running} aria-label="Active now">
        {active.map((ico) => (
          <li key={ico.id}>
            <p>
              <IcoLink of={ico}>{ico.name}</IcoLink>
              <span className="num">{endText(ico, now)}</span>
            </p>
            <IcoProgress ico={ico} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** '3 days left', or 'ended' if a source reports the ICO as active after its end date. */
function endText({ endDate }: Ico, now: number): string {
  const left = timeUntil(endDate, now);
  return left ? `${left} left` : 'ended';
}
