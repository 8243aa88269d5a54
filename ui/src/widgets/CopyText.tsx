import { toast } from '~/state/toasts';
import classes from './CopyText.module.css';

interface Props {
  /** The text to copy. */
  text: string;
  /** The displayed text, if different. */
  shown?: string;
  /** The kind of text, within a sentence: 'kiosk link'. */
  what: string;
  /** Its subject, for the button's accessible name. */
  of: string;
}

/** A line of text with a copy button. */
export function CopyText({ text, shown = text, what, of }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast('Copied', `The ${what} was copied to the clipboard.`);
    } catch {
      // Browsers allow clipboard access only over HTTPS or on localhost.
      toast("Couldn't copy", `Select the ${what} and copy it.`, 'destructive');
    }
  };
  return (
    <p className={classes.line}>
      <code>{shown}</code>
      <button type="button" className={classes.copy} aria-label={`Copy the ${what} of ${of}`} onClick={copy}>
        Copy
      </button>
    </p>
  );
}
