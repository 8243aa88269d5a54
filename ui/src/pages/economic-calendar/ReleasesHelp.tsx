import { Panel } from '~/components/Panel';
import classes from './EconomicCalendarPage.module.css';
import { ImpactMark } from './ImpactMark';
import { RELEASES } from './releases';

/** Explains what the releases measure and how much they usually move markets. */
export function ReleasesHelp() {
  return (
    <Panel title="What the releases measure">
      <dl className={classes.releases}>
        {RELEASES.map(({ name, meaning, impact }) => (
          <div key={name}>
            <dt>
              {name} <ImpactMark impact={impact} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
