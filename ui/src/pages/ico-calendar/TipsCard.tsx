import { Panel } from '~/components/Panel';
import classes from './IcoCalendarPage.module.css';

const TIPS = [
  ['Research the team', 'Look for names you can verify and projects the team has finished.'],
  ['Check tokenomics', 'How many tokens are there, who holds the rest, and when may they be sold?'],
  ['Beware of scams', 'Guaranteed returns, time pressure and copied white papers are reasons to stay away.'],
  ['Diversify', 'Keep any one offering a small part of what you own.'],
] as const;

/** ICOC-04: advice before investing in an ICO. */
export function TipsCard() {
  return (
    <Panel title="ICO Investment Tips">
      <dl className={classes.tips}>
        {TIPS.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.risk}>
        ICOs are high-risk investments: you may lose everything you put in. This is information, not advice.
      </p>
    </Panel>
  );
}
