import { useState } from 'react';
import { TextField } from '~/components/form/fields';

interface Props {
  label: string;
  description?: string;
  /** `new-password` unless it is the current one. */
  autoComplete?: 'current-password' | 'new-password';
  value: string;
  onChange: (password: string) => void;
}

/** A field for a password, with a button that shows it. */
export function PasswordField({ autoComplete = 'new-password', ...rest }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      rightSectionWidth="4rem"
      rightSection={
        <button
          type="button"
          className="link-button"
          aria-label={`Show ${rest.label.toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
