import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import type { Level } from '~/market/facts';
import classes from './PriceLevels.module.css';
import { placeLabels } from './placeLabels';

/** Distance between two labels, and from a label's edge to its leader line, in px at a 16 px root. */
const GAP = 10;
const INSET = 1;

interface Props {
  /** Lowest first. */
  levels: readonly Level[];
  /** The key of the price level, shown above the line with its own dot. */
  price: string;
  text: (level: Level) => string;
}

/** Price levels on one line, each with name and value below its mark; the current price is above the line. */
export function PriceLevels({ levels, price, text }: Props) {
  const { ref, width: room } = useElementSize();
  const list = useRef<HTMLDListElement>(null);
  const [widths, setWidths] = useState<readonly number[]>([]);
  // Digits have equal widths, but a tick can add a digit.
  const shape = levels.map((level) => `${level.name} ${text(level)}`.replace(/\d/g, '0')).join();
  // Not placed until the width is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the shape of the row changes.
  useLayoutEffect(() => {
    if (room === 0) return;
    const now = [...(list.current?.children ?? [])].map((label) => (label as HTMLElement).offsetWidth);
    setWidths((before) => (before.join() === now.join() ? before : now));
  }, [room, shape]);
  const labels = levels.map((level, index) => ({ level, mark: level.at * room, width: widths[index] ?? 0 }));
  const above = labels.filter(({ level }) => level.name === price);
  const below = labels.filter(({ level }) => level.name !== price);
  const [over] = placeLabels(above, room, GAP) ?? [];
  const under = room > 0 ? placeLabels(below, room, GAP) : [];
  const labelStyle = (level: Level): CSSProperties | undefined => {
    const middle = level.name === price ? over : under?.[below.findIndex((each) => each.level === level)];
    return middle === undefined ? undefined : { left: middle };
  };
  return (
    <div className={classes.ladder} data-listed={!under || undefined} ref={ref}>
      <div className={classes.track} aria-hidden="true">
        {levels.map(({ name, at }) => (
          <span key={name} data-price={name === price || undefined} style={{ left: `${100 * at}%` }} />
        ))}
      </div>
      {under && (
        <svg className={classes.leaders} aria-hidden="true">
          {below.map(({ level, mark, width: wide }, index) => {
            const half = Math.max(0, wide / 2 - INSET);
            const middle = under[index] ?? 0;
            const end = Math.min(middle + half, Math.max(middle - half, mark));
            return <line key={level.name} x1={mark} x2={end} y1="0" y2="100%" />;
          })}
        </svg>
      )}
      <dl className={classes.levels} ref={list}>
        {levels.map((level) => (
          <div key={level.name} data-price={level.name === price || undefined} style={labelStyle(level)}>
            <dt>{level.name}</dt>
            <dd className="num">{text(level)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
