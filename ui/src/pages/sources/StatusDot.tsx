import classes from './SourcesPage.module.css';
import { READINESS, type Readiness } from './sources';

/** Shows whether a source is in use: filled, hollow or amber. The name next to it has the text for screen readers. */
export function StatusDot({ readiness }: { readiness: Readiness }) {
  return (
    <i className={classes.dot} data-readiness={readiness} title={READINESS[readiness]} aria-hidden="true" />
  );
}

/** The meaning of the dots. */
export function DotLegend() {
  return (
    <p className={classes.legend}>
      {Object.entries(READINESS).map(([readiness, text]) => (
        <span key={readiness}>
          <StatusDot readiness={readiness as Readiness} />
          {text}
        </span>
      ))}
    </p>
  );
}
