import type { BrowserSession } from '~/api/types';
import { Button } from '~/components/Button';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatDate, formatRelative } from '~/market/time';
import { basePath } from '~/paths';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './Access.module.css';
import { useAccessChanges } from './useAccess';

/** The signed-in browsers, each with a sign-out button. */
export function BrowsersPanel({ sessions }: { sessions: readonly BrowserSession[] }) {
  const now = useMarketNow();
  const { signOut } = useAccessChanges();
  return (
    <Panel title="Signed-in browsers">
      <ul className={classes.list} aria-label="Signed-in browsers">
        {sessions.map(({ id, browser, isOwn, madeAt, usedAt }) => (
          <li key={id}>
            <h3>
              {browser} {isOwn && <span className={classes.badge}>This browser</span>}
            </h3>
            <p>
              Signed in {formatDate(madeAt)};{' '}
              {isOwn ? 'active now' : `last active ${formatRelative(usedAt, now)}`}
            </p>
            {isOwn ? (
              // A form, because the sign-out page is rendered by the server.
              <form method="post" action={`${basePath()}logout`}>
                <Button type="submit" variant="default" size="compact-sm">
                  Sign out
                </Button>
              </form>
            ) : (
              <WriteButton
                variant="default"
                size="compact-sm"
                aria-label={`Sign out ${browser}, signed in ${formatDate(madeAt)}`}
                onClick={() => signOut.mutate(id)}
              >
                Sign out
              </WriteButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
