import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '~/paths';
import { HeatTile } from './HeatTile';
import { HoverCard } from './HoverCard';
import type { HeatItem } from './item';
import { type PlacedTile, tileForKey } from './layout';
import classes from './Map.module.css';
import type { Period } from './periods';
import type { ColoredSummary } from './useSummary';

/** Delay before a tile under the pointer shows its card. */
const HOVER_DELAY_MS = 120;
/** Maximum time between the clicks of a double click. */
const DOUBLE_MS = 250;
const CARD = 'heatmap-card';

interface Props {
  label: string;
  tiles: readonly PlacedTile<HeatItem>[];
  width: number;
  height: number;
  period: Period;
  summary: ColoredSummary;
  /** Opens the quote of a tile; without it a click opens its page. */
  onQuote: ((item: HeatItem) => void) | undefined;
  /** True while a quote is open, which is always the focused tile's. */
  isQuoteOpen: boolean;
  /** Enlarges text that has room. */
  boost?: number;
}

const QUOTE_HINTS = [
  ['Click', 'quote'],
  ['Double click', 'open page'],
] as const;
const PAGE_HINTS = [['Click', 'open page']] as const;

/**
 * The tiles of a map. One tile is a tab stop, arrow keys move to its neighbors; a card shows details of the tile under
 * the pointer or with focus. A click opens the quote, a double click the page; with a modifier key a tile is a
 * normal link.
 */
export function TileLayer({
  label,
  tiles,
  width,
  height,
  period,
  summary,
  onQuote,
  isQuoteOpen,
  boost = 1,
}: Props) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<number>();
  const [current, setCurrent] = useState<number>();
  const resting = useRef<number>(undefined);
  const opening = useRef<number>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(resting.current);
      window.clearTimeout(opening.current);
    },
    [],
  );

  const tileAt = (target: EventTarget) => {
    const id = (target as Element).closest<HTMLElement>('[data-tile]')?.dataset.tile;
    return tiles.find(({ item }) => String(item.row.id) === id);
  };
  const show = (id: number | undefined, delay: number) => {
    window.clearTimeout(resting.current);
    resting.current = window.setTimeout(() => setShown(id), delay);
  };
  const onPointerOver = (event: PointerEvent) => {
    const tile = event.pointerType === 'touch' ? undefined : tileAt(event.target);
    if (tile && tile.item.row.id !== shown) show(tile.item.row.id, HOVER_DELAY_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const tile = tileAt(target);
    if (!tile) return;
    setCurrent(tile.item.row.id);
    if (!target.matches(':focus-visible')) return;
    if (isQuoteOpen) onQuote?.(tile.item);
    else show(tile.item.row.id, 0);
  };
  const onClick = (event: MouseEvent) => {
    const tile = tileAt(event.target);
    if (!tile || !onQuote || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.clearTimeout(opening.current);
    if (event.detail > 1) navigate(paths.ticker(tile.item.symbol));
    // A key press is never doubled, so the quote opens at once.
    else opening.current = window.setTimeout(() => onQuote(tile.item), event.detail === 0 ? 0 : DOUBLE_MS);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const tile = tileAt(event.target);
    if (!tile || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = tileForKey(tiles, tile, event.key);
    if (!next) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-tile="${next.item.row.id}"]`)?.focus();
  };
  const stop = tiles.find(({ item }) => item.row.id === current) ?? tiles[0];
  // The open quote already has the details.
  const hoveredTile = isQuoteOpen ? undefined : tiles.find(({ item }) => item.row.id === shown);
  return (
    <>
      <ul
        aria-label={label}
        onPointerOver={onPointerOver}
        onPointerLeave={() => show(undefined, 0)}
        onFocus={onFocus}
        onBlur={() => show(undefined, 0)}
        // Handles the click before the link does.
        onClickCapture={onClick}
        onKeyDown={onKeyDown}
        className={classes.tiles}
      >
        {tiles.map((tile) => (
          <HeatTile
            key={tile.item.row.id}
            item={tile.item}
            box={tile.box}
            period={period}
            scale={summary.scale}
            boost={boost}
            isTabStop={tile === stop}
            card={tile === hoveredTile ? CARD : undefined}
          />
        ))}
      </ul>
      {hoveredTile && (
        <HoverCard
          id={CARD}
          item={hoveredTile.item}
          box={hoveredTile.box}
          map={{ width, height }}
          period={period}
          summary={summary}
          hints={onQuote ? QUOTE_HINTS : PAGE_HINTS}
        />
      )}
    </>
  );
}
