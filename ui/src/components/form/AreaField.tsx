import { Textarea, type TextareaProps } from '@mantine/core';
import area from './AreaField.module.css';
import classes from './Field.module.css';

type Props = Omit<TextareaProps, 'onChange' | 'classNames'> & {
  /** Prose instead of code. */
  isProse?: boolean;
  onChange: (value: string) => void;
};

const classNames = {
  label: classes.label ?? '',
  input: area.input ?? '',
  description: classes.note ?? '',
  error: classes.error ?? '',
};

/** A multi-line text field: monospace, for example for JSON, or for prose. */
export function AreaField({ isProse = false, onChange, ...rest }: Props) {
  return (
    <Textarea
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-prose={isProse || undefined}
      {...rest}
      classNames={classNames}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
