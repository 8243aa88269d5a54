import { TILE_KEYS } from '~/widgets/keyLists';
import classes from './KeyList.module.css';

/** Keyboard shortcuts for the selected tile. */
export function KeyList() {
  return (
    <ul className={classes.keys} aria-label="Keys">
      {TILE_KEYS.map(([keys, action]) => (
        <li key={action}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {action}
        </li>
      ))}
    </ul>
  );
}
