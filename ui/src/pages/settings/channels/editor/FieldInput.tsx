import { type ReactNode, useEffect, useRef } from 'react';
import type { PageChannel } from '~/api/types';
import { Button } from '~/components/Button';
import { AreaField } from '~/components/form/AreaField';
import fieldClasses from '~/components/form/Field.module.css';
import { SelectField, TextField } from '~/components/form/fields';
import { formatDate } from '~/market/time';
import { ChannelIcon } from '../ChannelIcon';
import { BodyField } from './BodyField';
import classes from './Editor.module.css';
import type { ChannelField } from './templates';

interface Props {
  field: ChannelField;
  /** Missing for an unchanged secret. */
  value: string | undefined;
  known: PageChannel | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A field of a channel form. */
export function FieldInput({ field, value, known, error, onChange }: Props) {
  const { key, label, input, choices = [], placeholder, note: description } = field;
  const setAtTime = input === 'secret' || input === 'headers' ? setAt(known, key) : null;
  if (setAtTime && value === undefined) {
    return (
      <SetSecret
        label={label.replace(' (optional)', '')}
        setAtTime={setAtTime}
        error={error}
        onReplace={() => onChange('')}
      />
    );
  }
  const shared = { label, value: value ?? '', placeholder, error, onChange };
  if (input === 'choice')
    return <SelectField label={label} value={value ?? ''} choices={choices} onChange={onChange} />;
  if (input === 'body') return <BodyField {...shared} description={description} />;
  if (input === 'headers')
    return (
      <FocusOnReplace isReplacing={setAtTime !== null}>
        <AreaField {...shared} rows={2} description={description} />
      </FocusOnReplace>
    );
  if (input === 'number')
    return (
      <TextField {...shared} inputMode="numeric" onChange={(text) => onChange(text.replace(/\D/g, ''))} />
    );
  const isHidden = key === 'password' || key === 'token' || key === 'secret';
  return (
    <FocusOnReplace isReplacing={setAtTime !== null}>
      <TextField
        {...shared}
        description={description}
        type={isHidden ? 'password' : 'text'}
        autoComplete={isHidden ? 'new-password' : 'off'}
        spellCheck={false}
      />
    </FocusOnReplace>
  );
}

/** When a secret was last set; null if there is none. */
function setAt(known: PageChannel | undefined, key: string): string | null {
  const secretTimes = Object.entries(known?.secrets ?? {});
  return secretTimes.find(([name]) => name === key || name.startsWith(`${key}.`))?.[1] ?? null;
}

interface SetProps {
  label: string;
  setAtTime: string;
  error: string | undefined;
  onReplace: () => void;
}

/** Shows when a stored secret was set, with a button that replaces it. */
function SetSecret({ label, setAtTime, error, onReplace }: SetProps) {
  return (
    <div className={classes.secret}>
      <span className={fieldClasses.label}>{label}</span>
      <div className={classes.set}>
        <ChannelIcon name="lock" size={16} />
        <span>Set {formatDate(setAtTime)}, never shown</span>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Replace ${label}`}
          aria-invalid={error ? true : undefined}
          onClick={onReplace}
        >
          Replace
        </Button>
      </div>
      {error && <p className={fieldClasses.error}>{error}</p>}
    </div>
  );
}

/** Focuses the field that replaces a stored secret, because the pressed button was removed. */
function FocusOnReplace({ isReplacing, children }: { isReplacing: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReplacing) box.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isReplacing]);
  return <div ref={box}>{children}</div>;
}
