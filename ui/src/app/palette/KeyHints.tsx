import classes from './Palette.module.css';

const HINTS = [
  ['↑ ↓', 'move'],
  ['↵', 'open'],
  ['Ctrl ↵', 'add to watchlist'],
  ['Alt ↵', 'alert'],
  ['>', 'actions only'],
] as const;

/** What the keys do, at the foot of the palette. */
export function KeyHints({ onClose }: { onClose: () => void }) {
  return (
    <div className={classes.foot}>
      {HINTS.map(([keys, does]) => (
        <span key={keys}>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {does}
        </span>
      ))}
      <button type="button" onClick={onClose}>
        <kbd>Esc</kbd> close
      </button>
    </div>
  );
}
