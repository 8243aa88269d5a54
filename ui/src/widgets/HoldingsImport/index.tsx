import { type ChangeEvent, useRef, useState } from 'react';
import type { Watchlist } from '~/api/types';
import { Button } from '~/components/Button';
import { AreaField } from '~/components/form/AreaField';
import { SelectField, TextField } from '~/components/form/fields';
import { readText } from '~/components/form/readText';
import { Icon } from '~/components/Icon';
import { Dialog } from '~/components/layer/Dialog';
import { DialogButtons } from '~/components/layer/DialogButtons';
import { ReportRows } from '~/components/table/ReportRows';
import { listChoices } from '~/market/lists';
import classes from './HoldingsImport.module.css';
import { Preview } from './Preview';
import { type Target, useHoldingsImport } from './useHoldingsImport';

interface Props {
  lists: readonly Watchlist[];
  /** The list that is chosen at first. */
  listId: number | undefined;
  onClose: () => void;
}

/** Imports a portfolio file of a broker or another program: choice of the file, preview of each row, import. */
export default function HoldingsImport({ lists, listId, onClose }: Props) {
  const { state, check, follow, apply, back, cancel } = useHoldingsImport(onClose);
  const [chosen, setChosen] = useState(listId ?? lists[0]?.id);
  const [name, setName] = useState('Holdings');
  const target: Target = chosen === undefined ? { name: name.trim() || 'Holdings' } : { id: chosen };
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <Dialog title="Import holdings" width={40} onClose={close}>
      {state.step === 'choosing' && (
        <>
          {chosen === undefined ? (
            <TextField label="Name of the new list" value={name} maxLength={80} onChange={setName} />
          ) : (
            lists.length > 1 && (
              <SelectField
                label="Into the list"
                choices={listChoices(lists)}
                value={String(chosen)}
                onChange={(id) => setChosen(Number(id))}
              />
            )
          )}
          <FileChoice onText={(text) => void check(target, text)} problem={state.problem} onClose={close} />
        </>
      )}
      {(state.step === 'checking' || state.step === 'importing') && (
        <p role="status" className={classes.line}>
          {state.step === 'checking' ? 'Checking the rows…' : 'Importing…'}
        </p>
      )}
      {state.step === 'following' && (
        <>
          <p role="status" className={classes.line}>
            {state.outcomes.length} of {state.symbols.length} looked up
          </p>
          <ReportRows
            rows={state.outcomes.map(({ symbol, reason }) => ({
              name: symbol,
              ok: reason === null,
              text: reason ?? 'Followed',
            }))}
          />
        </>
      )}
      {state.step === 'preview' && (
        <Preview
          report={state.report}
          outcomes={state.outcomes}
          onFollow={(symbols) => void follow(state.listId, state.text, symbols)}
          onImport={() => void apply(state.listId, state.text)}
          onBack={back}
        />
      )}
    </Dialog>
  );
}

interface FileChoiceProps {
  onText: (text: string) => void;
  problem: string | undefined;
  onClose: () => void;
}

function FileChoice({ onText, problem, onClose }: FileChoiceProps) {
  const file = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [unreadable, setUnreadable] = useState(false);
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!chosen) return;
    try {
      onText(await readText(chosen));
    } catch {
      setUnreadable(true);
    }
  };
  const error = unreadable ? "Couldn't read the file." : problem;
  return (
    <>
      <p className={classes.line}>
        Files of ghostfolio, wealthfolio, Portfolio Performance, Yahoo, Interactive Brokers, Trading 212,
        Degiro, Schwab and Fidelity, and any CSV file with a header: symbol or ISIN, quantity, and optionally
        price, date, fee and currency. The import replaces your holdings of the tickers in the file.
      </p>
      <Button
        data-autofocus
        leftSection={<Icon name="page" size={16} />}
        onClick={() => file.current?.click()}
      >
        Choose a file
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,.json,.txt,.tsv,text/csv,application/json,text/plain"
        aria-label="Portfolio file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={read}
      />
      <AreaField
        label="Or paste its text"
        className={classes.paste ?? ''}
        placeholder={'symbol,quantity,price,date\nAAPL,10,180,2024-03-04'}
        minRows={4}
        maxRows={10}
        autosize
        value={pasted}
        onChange={setPasted}
      />
      {error && (
        <p role="alert" className={classes.refused}>
          {error}
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={pasted.trim() === ''} onClick={() => onText(pasted)}>
          Check the rows
        </Button>
      </DialogButtons>
    </>
  );
}
