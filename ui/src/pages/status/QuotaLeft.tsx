import type { ProviderHealth } from '~/api/types';
import { isLocal } from './feeds';
import classes from './StatusPage.module.css';
import { quotaText } from './status';

/** Remaining quota per period of a provider's plan, and further limits. */
export function QuotaLeft({ source: { name, quota, limit } }: { source: ProviderHealth }) {
  const otherText = limit ?? (quota.length === 0 && (isLocal(name) ? 'No limit' : 'Unknown'));
  return (
    <div className={classes.quotas}>
      {quota.map((plan) => (
        <span
          key={plan.period}
          className={`num ${classes.quota}`}
          data-low={plan.left < plan.limit / 10 || undefined}
        >
          {quotaText(plan)}
          <span aria-hidden="true">
            <span
              className={classes.filled}
              style={{ width: `${plan.limit > 0 ? (100 * plan.left) / plan.limit : 0}%` }}
            />
          </span>
        </span>
      ))}
      {otherText && <span className={classes.quiet}>{otherText}</span>}
    </div>
  );
}
