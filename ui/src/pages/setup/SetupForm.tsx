import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ServerSettings } from '~/api/types';
import { Button } from '~/components/Button';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { AccessFields } from '~/widgets/ServerSetup/AccessFields';
import { ConfigLines } from '~/widgets/ServerSetup/ConfigLines';
import { changeOf, draftOf, passwordError } from '~/widgets/ServerSetup/draft';
import { KeyFields } from '~/widgets/ServerSetup/KeyFields';
import { MarketFields } from '~/widgets/ServerSetup/MarketFields';
import { SaveProgress } from '~/widgets/ServerSetup/SaveProgress';
import { SymbolFields } from '~/widgets/ServerSetup/SymbolFields';
import { useSaveServer } from '~/widgets/ServerSetup/useSaveServer';
import { useSymbolRows } from '~/widgets/ServerSetup/useSymbolRows';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './SetupPage.module.css';

const STEPS = ['Market', 'Symbols', 'Password and keys'] as const;
const TITLES = ['Which prices?', 'Which symbols?', 'Who may use it?'] as const;
const LAST = STEPS.length - 1;

/** The three steps. Nothing is saved before the end. */
export function SetupForm({ settings }: { settings: ServerSettings }) {
  const isReadOnly = useReadOnly();
  const [entered, setEntered] = useState(() => draftOf(settings));
  const own = useSymbolRows(settings.symbols.value);
  const draft = { ...entered, symbols: own.symbols };
  const [showsError, setShowsError] = useState(false);
  const [step, setStep] = useState(0);
  const { save, stage, error } = useSaveServer(settings);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<typeof draft>) => setEntered((current) => ({ ...current, ...part }));
  const isFirst = useRef(true);
  // Moves the focus to the new step, except on the first render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes
  useEffect(() => {
    if (!isFirst.current) form.current?.focus();
    isFirst.current = false;
  }, [step]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Shows what was found before the next step.
    if (step === 1 && own.hasTyped) own.addTyped();
    else if (step < LAST) setStep(step + 1);
    else if (passwordError(draft)) setShowsError(true);
    else {
      const opensList = draft.market === 'live' && draft.symbols.length > 0;
      void save(changeOf(settings, draft), {
        next: opensList ? paths.watchlist.slice(1) : '',
        waitsForList: opensList,
      });
    }
  };
  const fields = { settings, draft, onChange: change };
  return (
    <>
      <ol className={classes.steps} aria-label="Steps">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <Panel title={TITLES[step]}>
        <form ref={form} tabIndex={-1} onSubmit={submit} noValidate aria-label={STEPS[step]}>
          {step === 0 && <MarketFields {...fields} />}
          {step === 1 && <SymbolFields settings={settings} own={own} />}
          {step === LAST && (
            <>
              <AccessFields {...fields} showsError={showsError} />
              <details className={classes.more}>
                <summary>API keys (optional)</summary>
                <KeyFields {...fields} />
              </details>
              {isReadOnly && <ConfigLines draft={draft} />}
            </>
          )}
          <div className={classes.buttons}>
            {step > 0 && (
              <Button variant="default" disabled={stage !== null} onClick={() => setStep(step - 1)}>
                Back
              </Button>
            )}
            {(step < LAST || !isReadOnly) && (
              <Button type="submit" loading={stage !== null || (step > 0 && own.isChecking)}>
                {step < LAST ? 'Continue' : 'Save and start'}
              </Button>
            )}
          </div>
          <SaveProgress stage={stage} error={error} />
        </form>
      </Panel>
    </>
  );
}
