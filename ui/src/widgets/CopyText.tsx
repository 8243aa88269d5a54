import { toast } from '~/state/toasts';
import classes from './CopyText.module.css';

interface Props {
  /** What the clipboard gets. */
  text: string;
  /** What stands there, if not that. */
  shown?: string;
  /** What it is, within a sentence: `kiosk link`. */
  what: string;
  /** Of what, for those who hear the button alone. */
  of: string;
}

/** A line for another program or screen, with a button that copies it. */
export function CopyText({ text, shown = text, what, of }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast('Copied', `The ${what} was copied to the clipboard.`);
    } catch {
      // Browsers lend the clipboard to pages over TLS and of this machine only.
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
