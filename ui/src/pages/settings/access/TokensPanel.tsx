import { useId, useState } from 'react';
import type { AccessToken } from '~/api/types';
import { Button } from '~/components/Button';
import { EmptyState } from '~/components/EmptyState';
import { confirm } from '~/components/layer/confirmation';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatDate, formatRelative } from '~/market/time';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './Access.module.css';
import { NewToken } from './NewToken';
import { SCOPES } from './scopes';
import { useAccessChanges } from './useAccess';

/** The tokens with their permission and last use, and the form for a new one. */
export function TokensPanel({ tokens }: { tokens: readonly AccessToken[] }) {
  const now = useMarketNow();
  const { revoke } = useAccessChanges();
  const [isCreating, setCreating] = useState(false);
  const form = useId();
  const confirmAndRevoke = async ({ id, name }: AccessToken) => {
    const text = `Programs that use the token "${name}" will lose access.`;
    if (await confirm({ title: 'Revoke token', text, action: 'Revoke' })) revoke.mutate(id);
  };
  return (
    <Panel
      title="Tokens"
      aside={
        !isCreating && (
          <WriteButton variant="default" size="compact-sm" onClick={() => setCreating(true)}>
            Create a token
          </WriteButton>
        )
      }
    >
      {isCreating && <NewToken id={form} onDone={() => setCreating(false)} />}
      {tokens.length === 0 && !isCreating ? (
        <EmptyState text="No tokens yet." low />
      ) : (
        <ul className={classes.list} aria-label="Tokens">
          {tokens.map((token) => (
            <li key={token.id}>
              <h3>
                {token.name} <span className={classes.badge}>{SCOPES[token.scope]}</span>
              </h3>
              <p>
                Created {formatDate(token.madeAt)};{' '}
                {token.usedAt ? `last used ${formatRelative(token.usedAt, now)}` : 'never used'}
              </p>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Revoke ${token.name}`}
                onClick={() => void confirmAndRevoke(token)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
