import type { TickerDetail } from '~/api/types';
import { useDerived } from '~/live/useQuote';
import { type Fact, factsOf } from '~/market/facts';
import { directionOf } from '~/market/format';
import { Change } from '~/widgets/Change';
import classes from './Facts.module.css';

/** Measured figures of a ticker. */
export function Facts({ ticker }: { ticker: TickerDetail }) {
  return <FactRows facts={factsOf(useDerived(ticker))} />;
}

/** Figures, one per row, each with a short bar. */
export function FactRows({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd className="num">
            <Bar {...fact} />
            <Value {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Value = ({ text, percent }: Fact) =>
  percent === undefined ? <b>{text}</b> : <Change value={percent} />;

/** Decorative: the figure next to it gives the same information. */
function Bar({ bar, at, percent, ends }: Fact) {
  const position = `${100 * at}%`;
  return (
    <span className={classes.scale} aria-hidden="true">
      <span
        className={classes.bar}
        data-bar={bar}
        data-direction={bar === 'middle' && percent !== undefined ? directionOf(percent) : undefined}
      >
        {bar === 'middle' ? (
          <span
            style={{ left: at < 0.5 ? position : '50%', right: at < 0.5 ? '50%' : `${100 - 100 * at}%` }}
          />
        ) : (
          <span style={{ left: position }} />
        )}
      </span>
      <span className={classes.ends}>
        {ends.map((end) => (
          <small key={end}>{end}</small>
        ))}
      </span>
    </span>
  );
}
