import { useEffect, useRef } from 'react';
import type { SymbolPrice } from '~/api/types';
import { Skeleton } from '~/components/Skeleton';
import { type Group, type Item, optionId } from './items';
import classes from './Palette.module.css';
import { PaletteRow } from './PaletteRow';

interface Props {
  /** Prefix of the element ids, referenced by the input's ARIA attributes. */
  id: string;
  groups: readonly Group[];
  /** True while results are still loading. */
  isBusy: boolean;
  active: Item | undefined;
  text: string;
  /** Why there are no results, if the text can't be searched. */
  reason: string | null;
  prices: ReadonlyMap<string, SymbolPrice>;
  phone: boolean;
  onChoose: (item: Item) => void;
}

/** The list of results. The focus stays in the input; rows are selected by `aria-activedescendant`. */
export function PaletteList({ id, groups, isBusy, active, text, reason, prices, phone, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const key = active?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the active row
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [key]);
  return (
    <div className={classes.list} ref={list}>
      <div role="listbox" id={`${id}list`} aria-label="Results" aria-busy={isBusy}>
        {groups.map(({ title, items, pending = 0 }) => (
          <div key={title} role="group" aria-labelledby={`${id}${title}`}>
            <p id={`${id}${title}`} className={classes.title} role="presentation">
              {title}
            </p>
            {items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              <div
                key={item.key}
                id={optionId(id, item.key)}
                role="option"
                tabIndex={-1}
                aria-selected={item === active}
                className={classes.row}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
              >
                <PaletteRow
                  item={item}
                  text={text}
                  phone={phone}
                  price={item.kind === 'listing' ? prices.get(item.listing.symbol) : undefined}
                />
              </div>
            ))}
            {Array.from({ length: pending }, (_, row) => (
              <SkeletonRow key={row} short={row % 2 === 1} />
            ))}
          </div>
        ))}
      </div>
      {groups.length === 0 && <p className={classes.none}>{reason ?? 'No results found'}</p>}
    </div>
  );
}

/** Placeholder of a ticker's row. */
function SkeletonRow({ short }: { short: boolean }) {
  return (
    <div className={classes.row} data-skeleton aria-hidden="true">
      <Skeleton height="1.75rem" width="1.75rem" />
      <Skeleton height="0.875rem" width="2.5rem" radius="sm" />
      <Skeleton height="0.875rem" width={short ? '26%' : '34%'} radius="sm" />
      <Skeleton height="0.875rem" width="4rem" radius="sm" />
    </div>
  );
}
