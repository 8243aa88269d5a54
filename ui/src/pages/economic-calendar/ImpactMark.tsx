import classes from './ImpactMark.module.css';
import { IMPACTS, type Impact } from './releases';

/** 'High' as three filled dots, with the word for screen readers and on hover. */
export function ImpactMark({ impact }: { impact: Impact | undefined }) {
  if (!impact) return '—';
  return (
    <span className={classes.mark} title={`${IMPACTS[impact]} impact`}>
      <span className="visually-hidden">{IMPACTS[impact]}</span>
      {[1, 2, 3].map((dot) => (
        <i key={dot} data-full={dot <= impact || undefined} aria-hidden="true" />
      ))}
    </span>
  );
}

const LEVELS: readonly Impact[] = [1, 2, 3];

/** Explains the dots. */
export function ImpactLegend() {
  return (
    <p className={classes.legend} aria-hidden="true">
      <span>Impact</span>
      {LEVELS.map((impact) => (
        <span key={impact}>
          <ImpactMark impact={impact} /> {IMPACTS[impact].toLowerCase()}
        </span>
      ))}
    </p>
  );
}
