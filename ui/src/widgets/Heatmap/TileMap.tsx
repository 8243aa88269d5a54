import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Link } from '~/components/Link';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { formatPercent } from '~/market/format';
import { Change } from '~/widgets/Change';
import { placeOf } from './boxStyle';
import type { HeatItem } from './item';
import { hasRoomFor, layoutTiles, type PlacedGroup } from './layout';
import classes from './Map.module.css';
import type { Period } from './periods';
import { TileLayer } from './TileLayer';
import { useFontsReady } from './textWidth';
import { canBeNamed } from './tileText';
import type { ColoredSummary } from './useSummary';

export interface MapProps {
  label: string;
  items: readonly HeatItem[];
  period: Period;
  summary: ColoredSummary;
  /** Groups tiles below headings. */
  isGrouped: boolean;
  /** Zooms to a group; undefined if zoomed in or without groups. */
  onZoom?: ((group: string) => void) | undefined;
  /** Returns the URL of a group, or without a name of the whole market; for maps that don't zoom. */
  addressOf?: ((group: string) => string) | undefined;
  onQuote?: ((item: HeatItem) => void) | undefined;
  isQuoteOpen?: boolean;
}

/** A heatmap: areas by size, colors by change, grouped. */
export function TileMap({
  label,
  items,
  period,
  summary,
  isGrouped,
  onZoom,
  addressOf,
  onQuote,
  isQuoteOpen = false,
}: MapProps) {
  const { ref, width, height } = useSizeInRem();
  const isReady = useFontsReady();
  const groups = useMemo(
    // Recomputed once the final font is loaded.
    () =>
      isReady || items.length > 0
        ? layoutTiles(items, width, height, canBeNamed, isGrouped ? undefined : null)
        : [],
    [items, width, height, isReady, isGrouped],
  );
  const tiles = useMemo(() => groups.flatMap((group) => group.tiles), [groups]);
  return (
    <div ref={ref} className={classes.map}>
      {groups.map((group) => (
        <Head
          key={group.name}
          group={group}
          change={summary.groups.get(group.name)?.change ?? null}
          {...{ onZoom, addressOf }}
        />
      ))}
      <TileLayer {...{ label, tiles, width, height, period, summary, onQuote, isQuoteOpen }} />
      {groups.map((group) => (
        <Rest key={group.name} group={group} {...{ onZoom, addressOf }} />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<MapProps, 'onZoom' | 'addressOf'> {
  group: PlacedGroup<HeatItem>;
}

function Head({ group: { name, head }, change, ...leads }: GroupProps & { change: number | null }) {
  if (!head) return null;
  const text = formatPercent(change);
  return (
    <GroupControl
      group={name}
      {...leads}
      className={classes.head}
      style={placeOf(head.box)}
      data-group={name}
    >
      <span aria-hidden="true">
        <b>{head.name}</b>
        {hasRoomFor(text, head) && <Change value={change} />}
      </span>
      <span className="visually-hidden">{`${name}, ${text}, show only this group`}</span>
    </GroupControl>
  );
}

/** '+12': tiles too small to show their symbols. */
export function Rest({ group: { name, rest }, ...leads }: GroupProps) {
  if (!rest) return null;
  const symbols = rest.items.map(({ symbol }) => symbol).join(', ');
  const text = `${rest.items.length} more${name ? ` in ${name}` : ''}: ${symbols}`;
  return (
    <GroupControl group={name} {...leads} className={classes.rest} style={placeOf(rest.box)} title={symbols}>
      <span aria-hidden="true">+{rest.items.length}</span>
      <span className="visually-hidden">{text}</span>
    </GroupControl>
  );
}

interface ControlProps extends Pick<MapProps, 'onZoom' | 'addressOf'> {
  group: string;
  className: string | undefined;
  style?: CSSProperties;
  title?: string;
  'data-group'?: string;
  children: ReactNode;
}

/** Shows all tiles of a group: zooms the map or links to the full page. */
export function GroupControl({ group, onZoom, addressOf, ...common }: ControlProps) {
  if (onZoom) return <button type="button" {...common} onClick={() => onZoom(group)} />;
  if (addressOf) return <Link to={addressOf(group)} {...common} />;
  return <span {...common} />;
}
