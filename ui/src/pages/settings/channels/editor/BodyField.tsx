import { useRef } from 'react';
import { AreaField } from '~/components/form/AreaField';
import classes from './Editor.module.css';
import { VARIABLES } from './templates';

interface Props {
  label: string;
  value: string;
  description: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A template field with buttons that insert variables at the cursor. */
export function BodyField(props: Props) {
  const { value, onChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = from } = field.current ?? {};
    onChange(`${value.slice(0, from)}{{${variable}}}${value.slice(to)}`);
    field.current?.focus();
  };
  return (
    <div className={classes.body}>
      <AreaField {...props} ref={field} rows={3} spellCheck={false} />
      <fieldset className={classes.variables} aria-label="Insert a variable into the body">
        {VARIABLES.map((variable) => (
          <button key={variable} type="button" onClick={() => insert(variable)}>
            {variable}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
