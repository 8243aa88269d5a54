import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core';
import classes from './Field.module.css';

/** Class names of Mantine's inputs. The fallbacks remove `undefined`, which the type of CSS modules allows. */
const classNames = {
  label: classes.label ?? '',
  input: classes.input ?? '',
  description: classes.note ?? '',
  error: classes.error ?? '',
};
const INPUT_ORDER = ['label', 'input', 'description', 'error'] as const;

export interface Choice {
  value: string;
  label: string;
}

type TextFieldProps = Omit<TextInputProps, 'onChange' | 'classNames'> & { onChange: (value: string) => void };

/**
 * A single-line text field. `error` is shown below and marks the field as invalid for screen readers; `description`
 * explains it.
 */
export function TextField({ onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      inputWrapperOrder={[...INPUT_ORDER]}
      {...rest}
      classNames={classNames}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A number field that accepts local notation. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="decimal" {...props} />;
}

type SelectFieldProps = Omit<NativeSelectProps, 'onChange' | 'classNames' | 'data'> & {
  choices: readonly Choice[];
  onChange: (value: string) => void;
};

/** A native select for a few choices. */
export function SelectField({ choices, onChange, ...rest }: SelectFieldProps) {
  return (
    <NativeSelect
      inputWrapperOrder={[...INPUT_ORDER]}
      {...rest}
      data={choices.map(({ value, label }) => ({ value, label }))}
      classNames={classNames}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
