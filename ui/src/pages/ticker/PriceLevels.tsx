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
  const { ref, width: rowWidth } = useElementSize();
  const list = useRef<HTMLDListElement>(null);
  const [widths, setWidths] = useState<readonly number[]>([]);
  // Digits have equal widths, but a tick can add a digit.
  const shape = levels.map((level) => `${level.name} ${text(level)}`.replace(/\d/g, '0')).join();
  // Not placed until the width is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the shape of the row changes.
  useLayoutEffect(() => {
    if (rowWidth === 0) return;
    const measured = [...(list.current?.children ?? [])].map((label) => (label as HTMLElement).offsetWidth);
    setWidths((before) => (before.join() === measured.join() ? before : measured));
  }, [rowWidth, shape]);
  const labels = levels.map((level, index) => ({
    level,
    mark: level.at * rowWidth,
    width: widths[index] ?? 0,
  }));
  const above = labels.filter(({ level }) => level.name === price);
  const below = labels.filter(({ level }) => level.name !== price);
  const [priceCenter] = placeLabels(above, rowWidth, GAP) ?? [];
  const centers = rowWidth > 0 ? placeLabels(below, rowWidth, GAP) : [];
  const labelStyle = (level: Level): CSSProperties | undefined => {
    const center =
      level.name === price ? priceCenter : centers?.[below.findIndex((each) => each.level === level)];
    return center === undefined ? undefined : { left: center };
  };
  return (
    <div className={classes.ladder} data-listed={!centers || undefined} ref={ref}>
      <div className={classes.track} aria-hidden="true">
        {levels.map(({ name, at }) => (
          <span key={name} data-price={name === price || undefined} style={{ left: `${100 * at}%` }} />
        ))}
      </div>
      {centers && (
        <svg className={classes.leaders} aria-hidden="true">
          {below.map(({ level, mark, width: labelWidth }, index) => {
            const half = Math.max(0, labelWidth / 2 - INSET);
            const center = centers[index] ?? 0;
            const end = Math.min(center + half, Math.max(center - half, mark));
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
