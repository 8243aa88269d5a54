import type { Board } from '~/api/types';
import { basePath } from '~/paths';
import { toast } from '~/state/toasts';
import classes from './KioskAddress.module.css';

/** What a screen on a wall opens to show a board. */
export function KioskAddress({ board: { name, title } }: { board: Board }) {
  const address = `${basePath()}board/${name}?kiosk`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(address, location.href).href);
      toast('Copied', 'The kiosk address is on the clipboard.');
    } catch {
      toast('Not copied', `Copy it by hand: ${address}`, 'destructive');
    }
  };
  return (
    <p className={classes.address}>
      <code>{address}</code>
      <button
        type="button"
        className={classes.copy}
        aria-label={`Copy the kiosk address of ${title}`}
        onClick={copy}
      >
        Copy
      </button>
    </p>
  );
}
