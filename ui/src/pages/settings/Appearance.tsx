import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useReadOnlyReason } from '~/widgets/useReadOnly';
import { CurrencyPanel } from './CurrencyPanel';
import { FormatsPanel } from './FormatsPanel';
import { HomePanel } from './HomePanel';
import { KeysPanel } from './KeysPanel';
import { LookPanel } from './LookPanel';
import classes from './SettingsPage.module.css';
import { SoundPanel } from './SoundPanel';
import { TablesPanel } from './TablesPanel';
import { type Scope, ScopeContext } from './useSaveSetting';

const SCOPES = [
  { value: 'device', label: 'This browser' },
  { value: 'every', label: 'Every browser' },
] as const;

const SCOPE_HINTS: Readonly<Record<Scope, string>> = {
  device: 'Saved in this browser only.',
  every: 'Saved on the server for every browser without its own setting.',
};

/** Appearance and formats, for this browser or for every browser. */
export function Appearance() {
  const [scope, setScope] = useUrlChoice<Scope>('for', ['device', 'every']);
  const reason = useReadOnlyReason();
  return (
    <>
      <div className={classes.scope}>
        {reason === null && (
          <ViewSwitch label="Apply changes to" views={SCOPES} value={scope} onChange={setScope} />
        )}
        <p>{reason ? `${reason} ${SCOPE_HINTS.device}` : SCOPE_HINTS[scope]}</p>
      </div>
      <ScopeContext value={reason ? 'device' : scope}>
        <div className={classes.page}>
          <LookPanel />
          <TablesPanel />
          <KeysPanel />
          <CurrencyPanel />
          <FormatsPanel />
          <HomePanel />
          <SoundPanel />
        </div>
      </ScopeContext>
    </>
  );
}
