import { toast } from '~/state/toasts';
import classes from './CopyAddress.module.css';

interface Props {
  /** In full, or from the root of the server. */
  address: string;
  /** What it is, within a sentence: `kiosk address`. */
  what: string;
  /** Of what, for those who hear the button alone. */
  of: string;
}

/** An address of this server for another program or screen, with a button that copies it in full. */
export function CopyAddress({ address, what, of }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(address, location.href).href);
      toast('Copied', `The ${what} is on the clipboard.`);
    } catch {
      toast('Not copied', `Copy it by hand: ${address}`, 'destructive');
    }
  };
  return (
    <p className={classes.address}>
      <code>{address}</code>
      <button type="button" className={classes.copy} aria-label={`Copy the ${what} of ${of}`} onClick={copy}>
        Copy
      </button>
    </p>
  );
}
