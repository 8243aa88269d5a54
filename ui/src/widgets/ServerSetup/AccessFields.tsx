import { TextField } from '~/components/form/fields';
import { isFixed, passwordError } from './draft';
import { FixedNote } from './FixedNote';
import type { FieldsProps } from './MarketFields';
import classes from './ServerSetup.module.css';

interface Props extends FieldsProps {
  /** Whether to show the error of the passwords: after an attempt to save. */
  showsError: boolean;
}

/** The password and the email address of the operator. */
export function AccessFields({ settings, draft, onChange, showsError }: Props) {
  const { password, contactEmail, secContact } = settings;
  return (
    <div className={classes.fields}>
      <TextField
        type="password"
        autoComplete="new-password"
        label={password.isSet ? 'New password' : 'Password (optional)'}
        description={
          password.isSet
            ? 'Leave it empty to keep the password. With a new one, every browser has to sign in again.'
            : 'Without one, anyone who can reach this server can read and change everything.'
        }
        disabled={isFixed(password)}
        value={draft.password}
        onChange={(text) => onChange({ password: text })}
      />
      {draft.password && (
        <TextField
          type="password"
          autoComplete="new-password"
          label="Repeat the password"
          value={draft.repeatedPassword}
          error={showsError && passwordError(draft)}
          onChange={(repeatedPassword) => onChange({ repeatedPassword })}
        />
      )}
      <FixedNote setting={password} />
      <TextField
        type="email"
        autoComplete="email"
        label="Your email address (optional)"
        description="Shown on the legal pages of this server."
        disabled={isFixed(contactEmail)}
        value={draft.contactEmail}
        onChange={(address) => onChange({ contactEmail: address })}
      />
      <FixedNote setting={contactEmail} />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={draft.sendsToSec}
          disabled={isFixed(secContact)}
          onChange={(event) => onChange({ sendsToSec: event.currentTarget.checked })}
        />
        <span>
          Send it to the SEC, which requires an address for figures from financial reports and for filings of
          US companies
        </span>
      </label>
      <FixedNote setting={secContact} />
    </div>
  );
}
