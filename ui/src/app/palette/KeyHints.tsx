import classes from './Palette.module.css';

/** True on Apple devices, which have Cmd and Option keys. */
const isMac = /^(Mac|iPhone|iPad)/.test(navigator.platform);

/** Keys in the palette, separated by spaces, and what they do. */
export const HINTS = [
  ['↑ ↓', 'move'],
  ['↵', 'open'],
  [isMac ? '⌘ ↵' : 'Ctrl ↵', 'add to watchlist'],
  [isMac ? '⌥ ↵' : 'Alt ↵', 'alert'],
  ['>', 'actions only'],
] as const satisfies readonly (readonly [string, string])[];

/** The keyboard hints in the palette's footer. */
export function KeyHints({ onClose }: { onClose: () => void }) {
  return (
    <div className={classes.foot}>
      {HINTS.map(([keys, action]) => (
        <span key={keys}>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {action}
        </span>
      ))}
      <button type="button" onClick={onClose}>
        <kbd>Esc</kbd> close
      </button>
    </div>
  );
}
