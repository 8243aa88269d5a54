import classes from './KeyList.module.css';

const KEYS: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['Tab'], 'next tile'],
  [['←', '↑', '↓', '→'], 'move'],
  [['Shift', '←', '↑', '↓', '→'], 'resize'],
  [['Ctrl', 'D'], 'duplicate'],
  [['Del'], 'remove'],
  [['Ctrl', 'Z'], 'undo'],
];

/** Keyboard shortcuts for the selected tile. */
export function KeyList() {
  return (
    <ul className={classes.keys} aria-label="Keys">
      {KEYS.map(([keys, action]) => (
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
