import { Icon } from '~/components/Icon';
import { appliedCriteria } from './criteria';
import classes from './ScreenerPage.module.css';
import type { ScreenInUrl } from './useScreen';

/** The criteria in use as chips, each of which removes its criterion. */
export function AppliedCriteria({ screen: { params, setValues } }: { screen: ScreenInUrl }) {
  const applied = appliedCriteria(params);
  if (applied.length === 0) return null;
  return (
    <ul className={classes.applied} aria-label="Criteria in use" data-print="hide">
      {applied.map(({ name, text, rest }) => (
        <li key={`${name} ${text}`}>
          <button type="button" aria-label={`Remove ${text}`} onClick={() => setValues(name, rest)}>
            {text} <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
