import { SelectField } from '~/components/form/fields';
import { type Draft, hasCondition } from './draft';
import { WHEN_MET } from './labels';
import { EndField, NoteField } from './lifetimeFields';

interface Props {
  draft: Draft;
  endError: string | undefined;
  onChange: (change: Partial<Draft>) => void;
}

/** Rarely used options: end time, note, and what happens if the condition is already true. */
export default function MoreOptions({ draft, endError, onChange }: Props) {
  return (
    <>
      {hasCondition(draft) && (
        <SelectField
          label="If the condition is already true"
          choices={WHEN_MET}
          value={draft.whenMet}
          onChange={(whenMet) => onChange({ whenMet })}
        />
      )}
      <EndField
        value={draft.watchedUntil}
        error={endError}
        onChange={(watchedUntil) => onChange({ watchedUntil })}
      />
      <NoteField value={draft.note} onChange={(note) => onChange({ note })} />
    </>
  );
}
