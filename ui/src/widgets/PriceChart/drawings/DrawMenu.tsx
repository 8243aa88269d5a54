import type { RefObject } from 'react';
import { drawingsQuery } from '~/api/queries';
import type { DrawingTool, TickerDetail, UserDrawing } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { drawingName, TOOL_NAMES } from '~/chart/drawings/names';
import { Icon, PathIcon } from '~/components/Icon';
import { formatQuote } from '~/market/format';
import type { DrawStateHook } from '../drawState';
import classes from './Drawings.module.css';
import { useDrawingChanges } from './useDrawingChanges';
import { useDrawTools } from './useDrawTools';

/** The tools in the menu's order, with their icons. */
const TOOLS: readonly (readonly [tool: DrawingTool, name: string, icon: string])[] = [
  [
    'trend',
    TOOL_NAMES.trend,
    'M6.5 17.5 17.5 6.5M5 20.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM19 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  ],
  [
    'ray',
    TOOL_NAMES.ray,
    'M6.5 17.5 21 3M5 20.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12 13.5a1.5 1.5 0 1 0 0-3',
  ],
  ['level', TOOL_NAMES.level, 'M3 12h6.5M14.5 12H21M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z'],
  ['fibonacci', TOOL_NAMES.fibonacci, 'M4 5h16M4 10h16M4 14h16M4 19h16'],
  ['measure', 'Measure', 'M4 19V5M4 12h16M16.5 8.5 20 12l-3.5 3.5M4 5h3M4 19h3'],
];
const NONE: readonly UserDrawing[] = [];

interface Props {
  ticker: TickerDetail;
  draw: DrawStateHook;
  /** An element within the chart's panel. */
  anchor: RefObject<HTMLElement | null>;
  onDone: () => void;
}

/** The drawing tools, and the list of the ticker's drawings. */
export function DrawMenu({ ticker, draw, anchor, onDone }: Props) {
  const tools = useDrawTools(draw);
  const { data: drawings = NONE } = useQuery(drawingsQuery(ticker.symbol));
  const { remove, removeAll } = useDrawingChanges(ticker.symbol);
  const priceText = (price: number) => formatQuote(ticker, price, ticker.decimals);
  // Drawing uses the keys of the chart's crosshair.
  const focusChart = () => {
    const slider = '[data-stage] > [role=slider]';
    anchor.current?.closest('section')?.querySelector<HTMLElement>(slider)?.focus({ preventScroll: true });
  };
  const close = () => {
    focusChart();
    onDone();
  };
  return (
    <div className={classes.menu}>
      <ul className={classes.tools}>
        {TOOLS.map(([tool, name, icon], index) => (
          <li key={tool}>
            <button
              type="button"
              aria-pressed={tools.tool === tool}
              data-autofocus={index === 0 || undefined}
              onClick={() => {
                tools.choose(tool);
                close();
              }}
            >
              <PathIcon path={icon} size={16} />
              {name}
            </button>
          </li>
        ))}
      </ul>
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={tools.snaps}
          onChange={({ target }) => tools.setSnaps(target.checked)}
        />
        Snap to prices of bars
      </label>
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={tools.isHidden}
          onChange={({ target }) => tools.setHidden(target.checked)}
        />
        Hide drawings
      </label>
      {drawings.length > 0 && (
        <>
          <div className={classes.head}>
            <h3>On {ticker.symbol}</h3>
            <button type="button" className="link-button" onClick={() => removeAll.mutate(drawings)}>
              Delete all
            </button>
          </div>
          <ul className={classes.list}>
            {drawings.map((drawing) => {
              const name = drawingName(drawing, priceText);
              return (
                <li key={`${drawing.id} ${drawing.createdAt}`}>
                  <button
                    type="button"
                    className="num"
                    aria-label={`Select ${name}`}
                    disabled={drawing.id === 0}
                    onClick={() => {
                      tools.select(drawing.id);
                      close();
                    }}
                  >
                    {name}
                  </button>
                  <button
                    type="button"
                    aria-label={`Delete ${name}`}
                    disabled={drawing.id === 0}
                    onClick={() => remove.mutate({ drawing })}
                  >
                    <Icon name="trash" size={16} />
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
