import { useRef, useState } from 'react';
import { call } from '~/api/call';
import { ApiError } from '~/api/client';
import type { Export } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { ViewSwitch } from '~/components/ViewSwitch';
import { toast } from '~/state/toasts';
import { useReadOnlyReason } from '~/widgets/useReadOnly';
import { isNothing, type Mode } from './labels';
import { Preview } from './Preview';
import classes from './Transfer.module.css';
import { useImport } from './useImport';

const MODES = [
  { value: 'merge', label: 'Merge' },
  { value: 'replace', label: 'Replace' },
] as const;
const MODE_HINTS: Readonly<Record<Mode, string>> = {
  merge: "Adds what's missing. Existing items stay; empty notes are filled in.",
  replace:
    'Replaces lists, alerts, boards and settings with those in the file. Anything not in the file is deleted, except imported prices.',
};

interface Chosen {
  /** Distinguishes files with the same name. */
  id: number;
  name: string;
  content: Export;
}

/** Imports an export file after a preview of the changes. */
export function ImportPanel() {
  const reason = useReadOnlyReason();
  const readOnly = reason !== null;
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const choose = async (file: File) => {
    try {
      const content = JSON.parse(await file.text()) as Export;
      setChosen((before) => ({ id: (before?.id ?? 0) + 1, name: file.name, content }));
    } catch {
      toast('Error', "This isn't a Marketdeck export.", 'destructive');
    }
  };
  return (
    <Panel title="Import">
      <p>Import an export of this or another Marketdeck. You can review every change first.</p>
      {readOnly && <p>{reason}</p>}
      {/* The button does the same without a pointer. */}
      <div
        className={classes.drop}
        data-over={isDraggedOver || undefined}
        data-low={chosen ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(!readOnly);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsDraggedOver(false);
          const file = event.dataTransfer.files[0];
          if (file && !readOnly) void choose(file);
        }}
      >
        {!chosen && <Icon name="page" size={28} />}
        <Button variant="default" disabled={readOnly} onClick={() => field.current?.click()}>
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
        {!chosen && <p>or drop a .json file here</p>}
      </div>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        aria-label="File to import"
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) void choose(file);
        }}
      />
      {chosen ? (
        <ChosenFile key={chosen.id} file={chosen} onDone={() => setChosen(undefined)} />
      ) : (
        <dl className={classes.modes}>
          {MODES.map(({ value, label }) => (
            <div key={value}>
              <dt>{label}</dt>
              <dd>{MODE_HINTS[value]}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

function ChosenFile({ file, onDone }: { file: Chosen; onDone: () => void }) {
  const [mode, setMode] = useState<Mode>('merge');
  const { id, name, content } = file;
  const preview = useQuery({
    queryKey: ['import-preview', id, mode],
    queryFn: ({ signal }) =>
      call('post', '/api/import/preview', { query: { mode }, payload: content, signal }),
    gcTime: 0,
  });
  const { importFile, isPending } = useImport(content, mode, onDone);
  const error = preview.error instanceof ApiError ? preview.error.detail : "Couldn't reach the server.";
  return (
    <div className={classes.chosen}>
      <h3>{name}</h3>
      <div>
        <ViewSwitch label="Existing data" views={MODES} value={mode} onChange={setMode} />
      </div>
      <p>{MODE_HINTS[mode]}</p>
      <QueryState query={preview} skeleton={<RowSkeletons rows={4} height={44} />} errorText={error}>
        {(plan) => (
          <>
            <Preview plan={plan} onFollowed={() => void preview.refetch()} />
            <div className={classes.buttons}>
              <Button disabled={isNothing(plan)} loading={isPending} onClick={() => void importFile()}>
                Import
              </Button>
              <Button variant="default" onClick={onDone}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </div>
  );
}
