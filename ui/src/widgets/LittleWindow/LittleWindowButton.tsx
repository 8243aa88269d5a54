import { Icon } from '~/components/Icon';
import { useIsHydrated } from '~/state/hydration';
import { toast } from '~/state/toasts';
import classes from './LittleWindow.module.css';
import { canOpenLittleWindow, openLittleWindow } from './littleWindow';

/** Shows a watchlist in a little window above all others; absent in browsers without such windows. */
export function LittleWindowButton({ listId }: { listId: number }) {
  const isHydrated = useIsHydrated();
  if (!isHydrated || !canOpenLittleWindow()) return null;
  const open = () =>
    openLittleWindow(listId).catch((cause) => {
      console.error('little window: opening failed', cause);
      toast('Error', "Couldn't open the little window.", 'destructive');
    });
  return (
    <button
      type="button"
      className={classes.open}
      aria-label="Open in a little window"
      title="Open in a little window"
      onClick={open}
    >
      <Icon name="external" size={16} />
    </button>
  );
}
