import segmented from '~/components/Segmented.module.css';
import { SCREENS, type Screen } from '../usePreviewScale';
import classes from './StageBar.module.css';
import type { BoardEditor } from './useBoardEditor';

interface Props {
  editor: BoardEditor;
  screen: Screen;
  onScreen: (screen: Screen) => void;
}

/** Undo, redo, and the screen size of the preview. */
export function StageBar({ editor, screen, onScreen }: Props) {
  return (
    <div className={classes.bar}>
      <button type="button" aria-label="Undo" disabled={!editor.canUndo} onClick={editor.undo}>
        <Arrow path="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />
      </button>
      <button type="button" aria-label="Redo" disabled={!editor.canRedo} onClick={editor.redo}>
        <Arrow path="m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3" />
      </button>
      <p>12 × 8 grid, previewed at {SCREENS[screen].text}</p>
      <div className={segmented.track} role="group" aria-label="Screen">
        {(Object.keys(SCREENS) as Screen[]).map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === screen}
            onClick={() => onScreen(option)}
          >
            {option}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Icons used only in the editor, kept out of the shared icon set. */
function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" className={classes.arrow} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
