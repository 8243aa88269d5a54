import type { EconomicDate } from '~/api/types';
import { Panel } from '~/components/Panel';
import { type Day, formatDay } from '~/market/day';
import { agenciesOf } from './dates';
import classes from './EconomicCalendarPage.module.css';

/** The agencies that publish the dates, each with its last covered date. */
export function SourcesPanel({ dates, today }: { dates: readonly EconomicDate[]; today: Day }) {
  const agencies = agenciesOf(dates);
  return (
    <Panel title="Where these dates come from">
      {agencies.length === 0 && <p>No release dates available.</p>}
      <ul className={classes.sources}>
        {agencies.map(({ name, source, until }) => (
          <li key={name}>
            {source ? (
              <a href={source} target="_blank" rel="noreferrer">
                {name}
              </a>
            ) : (
              <strong>{name}</strong>
            )}
            <p data-old={until < today || undefined}>
              {until < today
                ? `Out of date: no releases after ${formatDay(until)}.`
                : `Covers releases through ${formatDay(until)}.`}
            </p>
          </li>
        ))}
      </ul>
      <p className="footnote">
        The agencies may change these dates. A file named economy.csv in the import folder can add or move
        dates. Results come from the Bureau of Labor Statistics and the Federal Reserve, minutes after a
        release.
      </p>
    </Panel>
  );
}
