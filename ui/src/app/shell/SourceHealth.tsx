import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { providersQuery } from '~/api/queries';
import type { ProviderHealth } from '~/api/types';
import { Popup } from '~/components/layer/Popup';
import classes from './SourceHealth.module.css';
import { summary, when } from './sources';

/** How the live market's sources are: one quiet line in the header, each source behind it. */
export function SourceHealth() {
  const { data: sources } = useQuery(providersQuery);
  const [opened, setOpened] = useState(false);
  if (!sources?.length) return null;
  const failing = sources.some(({ state }) => state === 'failing');
  return (
    <Popup
      label="Data sources"
      width={340}
      opened={opened}
      onChange={setOpened}
      trigger={
        <button type="button" className={classes.button} data-failing={failing || undefined}>
          {summary(sources)}
        </button>
      }
    >
      <h2 className={classes.title}>Data sources</h2>
      <ul className={classes.list}>
        {sources.map((source) => (
          <Source key={source.name} source={source} />
        ))}
      </ul>
    </Popup>
  );
}

const WORDS: Record<string, string> = { ok: 'Answers', failing: 'Failing', waiting: 'Not asked yet' };

function Source({ source }: { source: ProviderHealth }) {
  return (
    <li className={classes.source}>
      <span className={classes.name}>{source.name}</span>
      <span className={classes.state} data-state={source.state}>
        {WORDS[source.state] ?? source.state}
      </span>
      {source.state === 'failing' && <p className={classes.detail}>{source.lastError}</p>}
      <p className={classes.detail}>
        {source.lastSuccess
          ? `Last answer ${when(source.lastSuccess, Date.now())}`
          : 'No answer since the start'}
        {source.state === 'failing' &&
          source.nextAttempt &&
          `, asked again ${when(source.nextAttempt, Date.now())}`}
      </p>
    </li>
  );
}
