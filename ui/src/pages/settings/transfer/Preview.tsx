import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import { configQuery } from '~/api/queries';
import type { ImportPlan } from '~/api/types';
import { Button } from '~/components/Button';
import { toast } from '~/state/toasts';
import classes from './Transfer.module.css';
import { KINDS, type Kind, lines } from './words';

/** What an import would change. `onFollowed` is called when tickers that were unknown are followed. */
export function Preview({ plan, onFollowed }: { plan: ImportPlan; onFollowed: () => void }) {
  return (
    <section aria-label="What would change" className={classes.preview}>
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
      {plan.unknown.length > 0 && <Unknown symbols={plan.unknown} onFollowed={onFollowed} />}
      {plan.leftOut.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

/** Tickers that this server does not know; the live market can follow them. */
function Unknown({ symbols, onFollowed }: { symbols: readonly string[]; onFollowed: () => void }) {
  const canFollow = useQuery(configQuery).data?.market === 'live';
  const follow = useMutation({
    mutationFn: async () => {
      const refused: string[] = [];
      // One after another: each is looked up at a provider, which wants to be asked slowly.
      for (const symbol of symbols) {
        try {
          await call('post', '/api/tickers', { payload: { symbol } });
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause;
          refused.push(cause.detail);
        }
      }
      return refused;
    },
    onSuccess: (refused) => {
      if (refused.length) toast('Not all could be followed', refused.join(' '), 'destructive');
      onFollowed();
    },
    onError: (cause) => toast('Error', cause.message, 'destructive'),
  });
  const many = symbols.length > 1;
  return (
    <div className={classes.unknown}>
      <p>
        This server does not know {symbols.join(', ')}. Lists and alerts come without {many ? 'them' : 'it'},
        and boards show an empty place.
      </p>
      {canFollow && (
        <Button variant="default" loading={follow.isPending} onClick={() => follow.mutate()}>
          {many ? 'Follow them first' : 'Follow it first'}
        </Button>
      )}
    </div>
  );
}
