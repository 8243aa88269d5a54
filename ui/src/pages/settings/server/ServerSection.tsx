import { type FormEvent, useState } from 'react';
import type { ServerSettings } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { AccessFields } from '~/widgets/ServerSetup/AccessFields';
import { changeOf, draftOf, passwordError } from '~/widgets/ServerSetup/draft';
import { KeyFields } from '~/widgets/ServerSetup/KeyFields';
import { MarketFields } from '~/widgets/ServerSetup/MarketFields';
import { SaveProgress } from '~/widgets/ServerSetup/SaveProgress';
import { SymbolFields } from '~/widgets/ServerSetup/SymbolFields';
import { setupQuery } from '~/widgets/ServerSetup/setupQuery';
import { useSaveServer } from '~/widgets/ServerSetup/useSaveServer';
import { useSymbolRows } from '~/widgets/ServerSetup/useSymbolRows';
import { useReadOnly } from '~/widgets/useReadOnly';
import channels from '../channels/Channels.module.css';
import classes from './ServerSection.module.css';

/** The settings of the server: market, symbols, password, contact address and keys. */
export default function ServerSection() {
  const query = useQuery(setupQuery);
  return (
    <div className={channels.section}>
      <div className={channels.head}>
        <h2>Server</h2>
        <p>Market, symbols, password and keys. The server restarts to apply changes.</p>
      </div>
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={640} />}
        errorText="This server can't be changed here. In a cluster, the settings are in the configuration files."
      >
        {(settings) => <ServerForm key={settings.startedAt} settings={settings} />}
      </QueryState>
    </div>
  );
}

function ServerForm({ settings }: { settings: ServerSettings }) {
  const isReadOnly = useReadOnly();
  const [entered, setEntered] = useState(() => ({ ...draftOf(settings), market: settings.market.value }));
  const own = useSymbolRows(settings.symbols.value);
  const draft = { ...entered, symbols: own.symbols };
  const [showsError, setShowsError] = useState(false);
  const { save, stage, error } = useSaveServer(settings);
  const changed = changeOf({ ...settings, isNew: false }, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passwordError(draft)) setShowsError(true);
    else void save(changed);
  };
  const change = (part: Partial<typeof draft>) => setEntered((current) => ({ ...current, ...part }));
  const fields = { settings, draft, onChange: change };
  return (
    <form onSubmit={submit} noValidate aria-label="Server settings">
      <fieldset className={classes.panels} disabled={isReadOnly || stage !== null}>
        <div className={channels.column}>
          <Panel title="Market">
            <MarketFields {...fields} />
          </Panel>
          <Panel title="Password and address">
            <AccessFields {...fields} showsError={showsError} />
          </Panel>
        </div>
        <div className={channels.column}>
          <Panel title="Symbols">
            <SymbolFields settings={settings} own={own} />
          </Panel>
          <Panel title="API keys">
            <KeyFields {...fields} />
          </Panel>
        </div>
      </fieldset>
      <div className={classes.buttons}>
        {isReadOnly ? (
          <p>This server is read-only.</p>
        ) : (
          <Button
            type="submit"
            loading={stage !== null}
            disabled={own.isChecking || Object.keys(changed).length === 0}
          >
            Save and restart
          </Button>
        )}
        <SaveProgress stage={stage} error={error} />
      </div>
    </form>
  );
}
