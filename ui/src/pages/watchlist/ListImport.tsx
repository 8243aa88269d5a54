import { useEffect, useRef } from 'react';
import { Button } from '~/components/Button';
import { ReportRows } from '~/components/table/ReportRows';
import classes from './ListImport.module.css';
import type { Entries } from './parseEntries';
import { useListImport } from './useListImport';

interface Props {
  listId: number;
  list: Entries;
  onClose: () => void;
  /** Label of the button that closes the report. */
  done?: string;
}

/** Maximum number of symbols listed in the question. */
const MAX_NAMED = 12;

/** Imports a list: asks whether to follow unknown symbols, then shows the progress and the result of each row. */
export function ListImport({ listId, list, onClose, done = 'Done' }: Props) {
  const { state, begin, go, skip } = useListImport(listId);
  const begun = useRef(false);
  useEffect(() => {
    // Starts only once, even if the effect runs again.
    if (begun.current) return;
    begun.current = true;
    void begin(list);
  });
  if (!state || state.step === 'checking' || state.step === 'adding')
    return (
      <p role="status" className={classes.line}>
        {state?.step === 'adding' ? 'Adding to the list…' : 'Checking the symbols…'}
      </p>
    );
  if (state.step === 'failed')
    return (
      <>
        <p role="alert" className={classes.line}>
          {state.text}
        </p>
        <div className={classes.buttons}>
          <Button onClick={() => void begin(list)}>Try again</Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </>
    );
  if (state.step === 'asking') {
    const { unknown } = state;
    const isSingle = unknown.length === 1;
    const remaining = unknown.length - MAX_NAMED;
    return (
      <>
        <p className={classes.line}>
          {isSingle ? `${unknown[0]} is` : `${unknown.length} symbols are`} not followed here yet
          {!isSingle &&
            `: ${unknown.slice(0, MAX_NAMED).join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}`}
          . Look {isSingle ? 'it' : 'them'} up and follow {isSingle ? 'it' : 'them'}?
        </p>
        <div className={classes.buttons}>
          <Button data-autofocus onClick={() => void go(list, unknown)}>
            {isSingle ? `Follow ${unknown[0]}` : `Follow ${unknown.length} symbols`}
          </Button>
          <Button variant="default" onClick={() => void skip(list)}>
            {list.entries.length > unknown.length ? 'Add only the others' : 'Skip'}
          </Button>
        </div>
      </>
    );
  }
  if (state.step === 'following') {
    const { unknown, outcomes } = state;
    const next = unknown[outcomes.length];
    return (
      <>
        <p role="status" className={classes.line}>
          {outcomes.length} of {unknown.length} looked up{next && `; now ${next}`}
        </p>
        <progress
          className={classes.progress}
          value={outcomes.length}
          max={unknown.length}
          aria-label="Symbols looked up"
        />
        <ReportRows
          rows={outcomes.map(({ symbol, reason }) => ({
            name: symbol,
            ok: reason === null,
            text: reason ?? 'Followed',
          }))}
        />
      </>
    );
  }
  const added = state.rows.filter(({ ok }) => ok).length;
  return (
    <>
      <p role="status" className={classes.line}>
        {added === state.rows.length
          ? `All ${added} rows are in the list.`
          : `${added} of ${state.rows.length} rows are in the list.`}
      </p>
      {list.unused.length > 0 && (
        <p className={classes.line}>
          Not imported: {list.unused.join(', ')}. This import reads only symbols and notes.
        </p>
      )}
      <ReportRows rows={state.rows} />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{done}</Button>
      </div>
    </>
  );
}
