import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { formatPercent } from '~/market/format';
import { Change } from '~/widgets/Change';
import { placeOf } from './boxStyle';
import type { HeatItem } from './item';
import { arrange, hasRoomFor, type PlacedGroup } from './layout';
import classes from './Map.module.css';
import type { Period } from './periods';
import type { Summary } from './summary';
import { TileLayer } from './TileLayer';
import { useFontsReady } from './textWidth';
import { canBeNamed } from './tileText';

export interface MapProps {
  label: string;
  items: readonly HeatItem[];
  period: Period;
  summary: Summary;
  /** Tiles of a group lie together beneath its name. */
  isGrouped: boolean;
  /** Shows one group alone; undefined where one is shown, or nothing is grouped. */
  onZoom?: ((group: string) => void) | undefined;
  /** Where a group is shown alone, and without a name the whole market, for a map that does not zoom. */
  addressOf?: ((group: string) => string) | undefined;
  onQuote?: ((item: HeatItem) => void) | undefined;
  isQuoteOpen?: boolean;
}

/** A market in one picture: areas by size, colours by change, group by group. */
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
    // Measured anew with the font that is drawn.
    () =>
      isReady || items.length > 0
        ? arrange(items, width, height, canBeNamed, isGrouped ? undefined : null)
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
      <span className="visually-hidden">{`${name}, ${text}, show alone`}</span>
    </GroupControl>
  );
}

/** '+12': tiles that would be too small to say which they are. */
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

/** What leads to all of a group: zooms the map, or is a link to where that is done. */
export function GroupControl({ group, onZoom, addressOf, ...common }: ControlProps) {
  if (onZoom) return <button type="button" {...common} onClick={() => onZoom(group)} />;
  if (addressOf) return <Link to={addressOf(group)} {...common} />;
  return <span {...common} />;
}
