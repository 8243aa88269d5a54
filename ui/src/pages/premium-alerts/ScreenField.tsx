import type { SavedScreen } from '~/api/types';
import { SelectField } from '~/components/form/fields';
import type { Draft } from './draft';

interface Props {
  draft: Draft;
  screens: readonly SavedScreen[];
  error: string | undefined;
  onChange: (change: Partial<Draft>) => void;
}

/** Selects the saved screen that an alert watches. */
export function ScreenField({ draft, screens, error, onChange }: Props) {
  const choices = screens.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <SelectField
      label="Screen"
      choices={[{ value: '', label: 'Choose a screen' }, ...choices]}
      value={draft.screen}
      error={error}
      onChange={(screen) => onChange({ screen })}
    />
  );
}
