import { useMemo } from 'react';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { formatPercent } from '~/market/format';
import { Change } from '~/widgets/Change';
import { placeOf } from '~/widgets/Heatmap/place';
import { arrange, hasRoomFor, type PlacedGroup } from './arrange';
import { canBeNamed } from './fit';
import classes from './Map.module.css';
import { useFontsReady } from './measure';
import type { Period } from './periods';
import type { Summary } from './summary';
import { TileLayer } from './TileLayer';
import type { HeatItem } from './useHeatmap';

export interface MapProps {
  label: string;
  items: readonly HeatItem[];
  period: Period;
  summary: Summary;
  /** Shows one group alone; undefined where one is shown, or nothing is grouped. */
  onZoom: ((group: string) => void) | undefined;
  onQuote: ((item: HeatItem) => void) | undefined;
  isQuoteOpen: boolean;
}

/** A market in one picture: areas by size, colours by change, group by group. */
export function HeatMap({ label, items, period, summary, onZoom, onQuote, isQuoteOpen }: MapProps) {
  const { ref, width, height } = useSizeInRem();
  const isReady = useFontsReady();
  const groups = useMemo(
    // Measured anew with the font that is drawn.
    () =>
      isReady || items.length > 0 ? arrange(items, width, height, canBeNamed, onZoom !== undefined) : [],
    [items, width, height, isReady, onZoom],
  );
  const tiles = useMemo(() => groups.flatMap((group) => group.tiles), [groups]);
  return (
    <div ref={ref} className={classes.map}>
      {groups.map((group) => (
        <Head
          key={group.name}
          group={group}
          change={summary.groups.get(group.name)?.change ?? null}
          onZoom={onZoom}
        />
      ))}
      <TileLayer {...{ label, tiles, width, height, period, summary, onQuote, isQuoteOpen }} />
      {groups.map((group) => (
        <Rest key={group.name} group={group} onZoom={onZoom} />
      ))}
    </div>
  );
}

interface GroupProps {
  group: PlacedGroup<HeatItem>;
  onZoom: MapProps['onZoom'];
}

function Head({ group: { name, head }, change, onZoom }: GroupProps & { change: number | null }) {
  if (!head) return null;
  const text = formatPercent(change);
  return (
    <button
      type="button"
      className={classes.head}
      style={placeOf(head.box)}
      data-group={name}
      onClick={() => onZoom?.(name)}
    >
      <span aria-hidden="true">
        <b>{head.name}</b>
        {hasRoomFor(text, head) && <Change value={change} />}
      </span>
      <span className="visually-hidden">{`${name}, ${text}, show alone`}</span>
    </button>
  );
}

/** '+12': tiles that would be too small to say which they are. */
export function Rest({ group: { name, rest }, onZoom }: GroupProps) {
  if (!rest) return null;
  const symbols = rest.items.map(({ symbol }) => symbol).join(', ');
  const text = `${rest.items.length} more${name ? ` in ${name}` : ''}: ${symbols}`;
  const common = { className: classes.rest, style: placeOf(rest.box), title: symbols };
  const content = (
    <>
      <span aria-hidden="true">+{rest.items.length}</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
  return onZoom ? (
    <button type="button" {...common} onClick={() => onZoom(name)}>
      {content}
    </button>
  ) : (
    <span {...common}>{content}</span>
  );
}
