import { useMemo } from 'react';
import { Icon } from '~/components/Icon';
import { useSizeInRem } from '~/hooks/useSizeInRem';
import { Change } from '~/widgets/Change';
import { grouped, rows, strip } from './layout';
import classes from './Map.module.css';
import { TileLayer } from './TileLayer';
import { GroupControl, type MapProps, Rest } from './TileMap';
import { useFontsReady } from './textWidth';

/** Height of the strips of larger groups, in rem. */
const HIGH = 4.5;
const LOW = 3.5;
/** Groups above this fraction of the total have higher strips. */
const LARGE_GROUP_SHARE = 0.05;
/** Approximate height of the strips until their width is known. */
const PLACEHOLDER_HEIGHT = '60rem';

/** The heatmap on a phone: a strip with the largest tiles of each group; a zoomed group in rows. */
export function Strips({
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
  const { ref, width } = useSizeInRem();
  const isReady = useFontsReady();
  const groups = useMemo(() => {
    if (!isReady && width === 0) return [];
    const allGroups = grouped(items);
    const totalSize = allGroups.reduce((sum, { total }) => sum + total, 0);
    return allGroups.map((group) => {
      const stripHeight = group.total >= LARGE_GROUP_SHARE * totalSize ? HIGH : LOW;
      const { tiles, rest, height } = isGrouped
        ? { ...strip(group.members, width, stripHeight), height: stripHeight }
        : { ...rows(group.members, width), rest: undefined };
      return { name: group.name, tiles, height, ...(rest && { rest }) };
    });
  }, [items, width, isGrouped, isReady]);
  return (
    <div
      ref={ref}
      className={classes.strips}
      style={{ minHeight: groups.length === 0 ? PLACEHOLDER_HEIGHT : undefined }}
    >
      {groups.map((group) => {
        const groupSummary = summary.groups.get(group.name);
        return (
          <section key={group.name} aria-label={group.name || label}>
            {isGrouped && (
              <GroupControl
                group={group.name}
                {...{ onZoom, addressOf }}
                className={classes.stripHead}
                data-group={group.name}
              >
                <strong>{group.name}</strong>
                <span className="num">{groupSummary?.count}</span>
                <Change value={groupSummary?.change} />
                <Icon name="right" size={18} />
              </GroupControl>
            )}
            <div className={classes.strip} style={{ height: `${group.height}rem` }}>
              <TileLayer
                label={group.name || label}
                tiles={group.tiles}
                boost={1.3}
                {...{ width, height: group.height, period, summary, onQuote, isQuoteOpen }}
              />
              {width > 0 && <Rest group={group} {...{ onZoom, addressOf }} />}
            </div>
          </section>
        );
      })}
    </div>
  );
}
