import { useState } from 'react';
import { passkeyObstacle } from '~/api/passkeys';
import type { Passkey } from '~/api/types';
import { EmptyState } from '~/components/EmptyState';
import { confirm } from '~/components/layer/confirmation';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { formatDate, formatRelative } from '~/market/time';
import { WriteButton } from '~/widgets/WriteButton';
import classes from './Access.module.css';
import { NewPasskey } from './NewPasskey';
import { PasskeyName } from './PasskeyName';
import { usePasskeyChanges } from './usePasskeyChanges';

const EXPLANATION = 'A passkey signs you in with your fingerprint, face or PIN instead of the password.';

/** The passkeys with their last use, and the form for a new one. */
export function PasskeysPanel({ passkeys }: { passkeys: readonly Passkey[] }) {
  const now = useMarketNow();
  const { remove } = usePasskeyChanges();
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const obstacle = passkeyObstacle();
  const isEmpty = passkeys.length === 0 && !isAdding;
  const note = obstacle ?? (isEmpty && EXPLANATION);
  const confirmAndRemove = async (passkey: Passkey) => {
    const text = `"${passkey.name}" will no longer sign you in, and browsers that signed in with it are signed out. Delete it from your device too.`;
    if (await confirm({ title: 'Remove passkey', text, action: 'Remove' })) remove.mutate(passkey);
  };
  return (
    <Panel
      title="Passkeys"
      aside={
        !isAdding &&
        obstacle === null && (
          <WriteButton variant="default" size="compact-sm" onClick={() => setAdding(true)}>
            Add a passkey
          </WriteButton>
        )
      }
    >
      {isAdding && <NewPasskey onDone={() => setAdding(false)} />}
      {isEmpty ? (
        <EmptyState text="No passkeys yet." low />
      ) : (
        <ul className={classes.list} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <h3>
                {passkey.name} {passkey.isSynced && <span className={classes.badge}>Synced</span>}
              </h3>
              <p>
                Added {formatDate(passkey.madeAt)};{' '}
                {passkey.usedAt ? `last used ${formatRelative(passkey.usedAt, now)}` : 'never used'}
                {passkey.host !== location.hostname && `; works only at ${passkey.host}`}
              </p>
              <div className={classes.buttons}>
                <WriteButton
                  variant="default"
                  size="compact-sm"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenamed(passkey)}
                >
                  Rename
                </WriteButton>
                <WriteButton
                  variant="default"
                  size="compact-sm"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => void confirmAndRemove(passkey)}
                >
                  Remove
                </WriteButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {note && <p className={classes.note}>{note}</p>}
      {renamed && <PasskeyName passkey={renamed} onClose={() => setRenamed(null)} />}
    </Panel>
  );
}
