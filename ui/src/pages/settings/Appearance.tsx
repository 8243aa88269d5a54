import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { useReadOnly } from '~/widgets/useReadOnly';
import { CurrencyPanel } from './CurrencyPanel';
import { FormatsPanel } from './FormatsPanel';
import { HomePanel } from './HomePanel';
import { LookPanel } from './LookPanel';
import classes from './SettingsPage.module.css';
import { TablesPanel } from './TablesPanel';
import { type Scope, ScopeContext } from './useChoose';

const SCOPES = [
  { value: 'device', label: 'On this device' },
  { value: 'every', label: 'On every device' },
] as const;

const WORDS: Readonly<Record<Scope, string>> = {
  device: 'Saved in this browser only.',
  every: 'Saved on this server, for every device that did not choose for itself.',
};

/** How Marketdeck looks and writes, on this device or on all. */
export function Appearance() {
  const [scope, setScope] = useUrlChoice<Scope>('for', ['device', 'every']);
  const readOnly = useReadOnly();
  return (
    <>
      <div className={classes.scope}>
        {!readOnly && (
          <ViewSwitch label="Where a change counts" views={SCOPES} value={scope} onChange={setScope} />
        )}
        <p>{readOnly ? `This server is for reading only. ${WORDS.device}` : WORDS[scope]}</p>
      </div>
      <ScopeContext value={readOnly ? 'device' : scope}>
        <div className={classes.page}>
          <LookPanel />
          <TablesPanel />
          <CurrencyPanel />
          <FormatsPanel />
          <HomePanel />
        </div>
      </ScopeContext>
    </>
  );
}
