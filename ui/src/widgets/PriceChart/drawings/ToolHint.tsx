import type { DrawingTool } from '~/api/types';
import { Icon } from '~/components/Icon';
import classes from './Drawings.module.css';

/** What to do for the first and the second point. */
const HINTS: Record<DrawingTool, readonly [first: string, second: string]> = {
  trend: ['Click where the line begins.', 'Click where the line ends.'],
  ray: ['Click where the ray begins.', 'Click where the ray passes.'],
  level: ['Click the price of the level.', ''],
  fibonacci: ['Click where the move begins.', 'Click where the move ends.'],
  measure: ['Click where to measure from.', 'Click where to measure to.'],
};

/** Hints for a touch screen, where a drawing is made with one drag. */
const TOUCH_HINTS: Record<DrawingTool, string> = {
  trend: 'Drag to draw the line.',
  ray: 'Drag to draw the ray.',
  level: 'Tap the price of the level.',
  fibonacci: 'Drag over the move.',
  measure: 'Drag over what to measure.',
};

interface Props {
  tool: DrawingTool;
  /** True if the first point is set. */
  hasFirst: boolean;
  /** The price chosen by keys; null if none is. */
  price: string | null;
  onCancel: () => void;
}

/** Says how to draw, over the chart; its button cancels. */
export function ToolHint({ tool, hasFirst, price, onCancel }: Props) {
  const [first, second] = HINTS[tool];
  const isTouch = window.matchMedia('(hover: none)').matches;
  const text = isTouch ? TOUCH_HINTS[tool] : `${hasFirst ? second : first} Esc cancels.`;
  return (
    <div className={classes.note}>
      <p role="status">{text}</p>
      <p role="status" className="visually-hidden">
        {price}
      </p>
      <button type="button" aria-label="Cancel drawing" onClick={onCancel}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
