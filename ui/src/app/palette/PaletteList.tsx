import { useEffect, useRef } from 'react';
import type { SymbolPrice } from '~/api/types';
import type { Group, Item } from './items';
import classes from './Palette.module.css';
import { PaletteRow } from './PaletteRow';

interface Props {
  /** What the names of the list and its rows begin with: the field points at them. */
  id: string;
  groups: readonly Group[];
  active: Item | undefined;
  text: string;
  prices: ReadonlyMap<string, SymbolPrice>;
  phone: boolean;
  onChoose: (item: Item) => void;
}

/** The one list beneath the field. The focus stays in the field: rows are pointed at. */
export function PaletteList({ id, groups, active, text, prices, phone, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const key = active?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active row
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [key]);
  return (
    <div className={classes.list} ref={list}>
      <div role="listbox" id={`${id}list`} aria-label="Results">
        {groups.map(({ title, items }) => (
          <div key={title} role="group" aria-labelledby={`${id}${title}`}>
            <p id={`${id}${title}`} className={classes.title} role="presentation">
              {title}
            </p>
            {items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={item.key}
                id={`${id}${item.key}`}
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
          </div>
        ))}
      </div>
      {groups.length === 0 && <p className={classes.none}>No results found</p>}
    </div>
  );
}
