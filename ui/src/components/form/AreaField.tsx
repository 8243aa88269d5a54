import { Textarea, type TextareaProps } from '@mantine/core';
import area from './AreaField.module.css';
import classes from './Field.module.css';

type Props = Omit<TextareaProps, 'onChange' | 'classNames'> & { onChange: (value: string) => void };

const classNames = {
  label: classes.label ?? '',
  input: area.input ?? '',
  description: classes.note ?? '',
  error: classes.error ?? '',
};

/** A multi-line monospace text field, for example for JSON. */
export function AreaField({ onChange, ...rest }: Props) {
  return (
    <Textarea
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      classNames={classNames}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
