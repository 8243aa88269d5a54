import { useState } from 'react';
import type { ImportPlan } from '~/api/types';
import { useAction } from '~/api/useAction';
import { Button } from '~/components/Button';
import { toast } from '~/state/toasts';
import { followAll } from '~/widgets/TickerSearch/followAll';
import { useCanFollow } from '~/widgets/TickerSearch/useCanFollow';
import { KINDS, type Kind, lines } from './labels';
import classes from './Transfer.module.css';

/** The changes an import would make. `onFollowed` is called after unknown tickers were followed. */
export function Preview({ plan, onFollowed }: { plan: ImportPlan; onFollowed: () => void }) {
  return (
    <section aria-label="Changes to be made" className={classes.preview}>
      <dl>
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <div key={kind}>
            <dt>{KINDS[kind]}</dt>
            {lines(kind, plan[kind]).map(({ verb, names }) => (
              <dd key={verb}>
                <b>{verb}</b> {names}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {plan.followed.length > 0 && (
        <p>
          {plan.followed.join(', ')} {plan.followed.length > 1 ? 'are' : 'is'} looked up and followed when you
          import, along with the list entries and alerts for {plan.followed.length > 1 ? 'them' : 'it'}.
        </p>
      )}
      {plan.unknown.length > 0 && <Unknown symbols={plan.unknown} onFollowed={onFollowed} />}
      {plan.leftOut.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

/** Tickers unknown to this server; the live market can follow them. */
function Unknown({ symbols, onFollowed }: { symbols: readonly string[]; onFollowed: () => void }) {
  const canFollow = useCanFollow();
  const [done, setDone] = useState(0);
  const follow = useAction({
    send: () => followAll(symbols, (outcomes) => setDone(outcomes.length)),
    done: (outcomes) => {
      const errors = outcomes.flatMap(({ reason }) => reason ?? []);
      if (errors.length) toast("Couldn't follow all symbols", errors.join(' '), 'destructive');
      onFollowed();
    },
  });
  const hasSeveral = symbols.length > 1;
  return (
    <div className={classes.unknown}>
      <p>
        {symbols.join(', ')} {hasSeveral ? "aren't" : "isn't"} followed on this server. Lists and alerts will
        be imported without {hasSeveral ? 'them' : 'it'}, and boards will show empty tiles.
      </p>
      {canFollow && (
        <Button variant="default" loading={follow.isPending} onClick={() => follow.mutate()}>
          {hasSeveral ? 'Follow them first' : 'Follow it first'}
        </Button>
      )}
      {follow.isPending && (
        <p role="status">
          {done} of {symbols.length} looked up
        </p>
      )}
    </div>
  );
}
