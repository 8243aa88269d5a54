import { useAmountsHidden } from '~/state/amounts';
import classes from './HideAmountsButton.module.css';

/** Hides or shows the amounts of holdings, as the key H does. */
export function HideAmountsButton() {
  const [hidden, setHidden] = useAmountsHidden();
  return (
    <button type="button" className="link-button" aria-keyshortcuts="H" onClick={() => setHidden(!hidden)}>
      {hidden ? 'Show amounts' : 'Hide amounts'} <kbd className={classes.key}>H</kbd>
    </button>
  );
}
