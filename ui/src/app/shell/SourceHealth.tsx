import { useState } from 'react';
import { providersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Popup } from '~/components/layer/Popup';
import { lazyPart } from '~/components/layer/retryingLazy';
import { mostAreStale } from '~/live/merge';
import { useShownQuotes } from '~/live/useShownQuotes';
import classes from './SourceHealth.module.css';
import { summary } from './sources';

const SourceList = lazyPart(() => import('./openedParts'), 'SourceList');

/** The state of the live market's data sources in the header, with a menu that lists each source. */
export function SourceHealth() {
  const { data: sources } = useQuery(providersQuery);
  const areMostStale = useShownQuotes(mostAreStale);
  const [opened, setOpened] = useState(false);
  if (!sources?.length) return null;
  const failing = areMostStale || sources.some(({ state }) => state === 'failing');
  return (
    <Popup
      label="Data sources"
      width={340}
      opened={opened}
      onChange={setOpened}
      trigger={
        <button type="button" className={classes.button} data-failing={failing || undefined}>
          {summary(sources, areMostStale)}
        </button>
      }
    >
      <h2 className={classes.title}>Data sources</h2>
      <SourceList sources={sources} onNavigate={() => setOpened(false)} />
    </Popup>
  );
}
