import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TickerDetail } from '~/api/types';
import { yOf } from '~/chart/frame';
import { freeEnd } from '~/chart/levelLabel';
import type { Level } from '~/chart/model';
import { usePalette } from '~/chart/palette';
import { type Range, tagDecimals } from '~/chart/scale';
import type { ChartSeries } from '~/chart/series';
import { fractionOf as fractionOfPosition, type Viewport } from '~/chart/viewport';
import { Icon } from '~/components/Icon';
import { rootRem } from '~/hooks/useSizeInRem';
import { formatNumber } from '~/market/format';
import { useReadOnly } from '../../useReadOnly';
import { AxisButton } from './AxisButton';
import { type AlertLine, extendRange, levelsOf, movedTo, rounded, valueAt } from './alertLines';
import classes from './Extras.module.css';
import { useAlertLines } from './useAlertLines';
import { usePaneBottoms } from './usePaneBottoms';

/** What the user's alert levels add to the price pane. */
export interface OwnLevels {
  /** Extends the axis to the levels. */
  reach: (range: Range) => Range;
  levels: readonly Level[];
}

interface Props {
  ticker: TickerDetail;
  series: ChartSeries;
  viewport: Viewport;
  /** Width of the plot, in rem. */
  width: number;
  /** The range of the price axis, as drawn. */
  range: Range;
  /** The latest price. */
  price: number;
  /** The price under the crosshair, or the latest one. */
  pointed: number;
  /** Number of decimals of the quoted price. */
  decimals: number;
  priceText: (price: number) => string;
  onLevels: (own: OwnLevels | null) => void;
}

const CONDITION_LABELS = { above: 'Above', below: 'Below', crosses: 'Crosses' } as const;
const CONDITION_VERBS = { above: 'rises above', below: 'falls below', crosses: 'crosses' } as const;

/**
 * The user's price alerts: a handle on each level that can be moved by pointer and arrow keys, and a button to create
 * one.
 */
export function AlertHandles(props: Props) {
  const { ticker, range, price, pointed, decimals, priceText, onLevels } = props;
  const { lines, create, move, remove } = useAlertLines(ticker, priceText);
  const readOnly = useReadOnly();
  const palette = usePalette();
  const box = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<AlertLine | null>(null);
  const [isHeld, setHeld] = useState(false);
  // The height of the price pane, which depends on the window and the panes below.
  const { first: height } = usePaneBottoms(box);
  const digits = tagDecimals(price, decimals);
  useEffect(() => {
    const tagText = (value: number) => formatNumber(value, digits);
    const levels = lines.map((line) => (line.id === draft?.id ? draft : line));
    // The axis stays fixed while a level is dragged.
    const values = (isHeld ? lines : levels).map(({ value }) => value);
    onLevels(
      levels.length === 0
        ? null
        : { reach: (seen) => extendRange(seen, values), levels: levelsOf(levels, tagText, palette) },
    );
  }, [lines, draft, isHeld, digits, palette, onLevels]);
  useEffect(() => () => onLevels(null), [onLevels]);

  const applyValue = (value: number) => {
    const at = rounded(value, digits);
    create.mutate({ value: at, condition: at > price ? 'above' : at < price ? 'below' : 'crosses' });
  };
  useAlertKey(box, readOnly ? null : () => applyValue(pointed));
  const commit = (line: AlertLine) => {
    if (draft && draft.id === line.id && draft.value !== line.value) move.mutate({ from: line, to: draft });
    setDraft(null);
    setHeld(false);
  };
  const fractionOf = (value: number) => yOf(value, range, 1);
  const endOf = useFreeSide(props, height, lines.length > 0);
  const valueUnder = ({ clientY }: PointerEvent) => {
    const { top, height } = (box.current as HTMLElement).getBoundingClientRect();
    return rounded(valueAt((clientY - top) / height, range), digits);
  };

  const onKeyDown = (event: KeyboardEvent, line: AlertLine, shown: AlertLine) => {
    const { key, shiftKey, altKey } = event;
    if (altKey) return;
    const steps = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (steps !== undefined) {
      const by = steps * (shiftKey ? 10 : 1) * 10 ** -digits;
      setDraft(movedTo(line, rounded(shown.value + by, digits), price));
    } else if (key === 'Enter') commit(line);
    else if (key === 'Escape' && draft) setDraft(null);
    else if (key === 'Delete') remove.mutate({ id: line.id });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={box} className={classes.alerts} style={{ height }}>
      {lines.map((line) => {
        const shown = line.id === draft?.id ? draft : line;
        const at = fractionOf(shown.value);
        const isMoving = shown === draft;
        if (!isMoving && (at < 0 || at > 1)) return null;
        return (
          <div
            key={line.id}
            className={classes.pill}
            // Uses the value before the drag, so that a dragged handle stays on its side.
            data-end={endOf(line.value)}
            style={{ top: `${100 * Math.max(0, Math.min(1, at))}%` }}
          >
            <div
              className={classes.grip}
              role="spinbutton"
              tabIndex={0}
              aria-label={`Alert when ${ticker.symbol} ${CONDITION_VERBS[shown.condition]}`}
              aria-valuenow={shown.value}
              aria-valuetext={priceText(shown.value)}
              aria-valuemin={0}
              aria-readonly={readOnly}
              aria-disabled={readOnly}
              onKeyDown={readOnly ? undefined : (event) => onKeyDown(event, line, shown)}
              onBlur={() => commit(line)}
              {...(!readOnly && {
                onPointerDown: (event: PointerEvent<HTMLElement>) => {
                  if (event.button !== 0) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDraft(line);
                  setHeld(true);
                },
                onPointerMove: (event: PointerEvent<HTMLElement>) => {
                  if (event.currentTarget.hasPointerCapture(event.pointerId) && draft)
                    setDraft(movedTo(line, valueUnder(event), price));
                },
                onPointerUp: () => commit(line),
                onPointerCancel: () => {
                  setDraft(null);
                  setHeld(false);
                },
              })}
            >
              <Icon name="bell" size={13} />
              <span className="num">
                {CONDITION_LABELS[shown.condition]} {formatNumber(shown.value, digits)}
              </span>
              {!readOnly && <Icon name="drag" size={13} />}
            </div>
            {!readOnly && (
              <button
                type="button"
                aria-label={`Delete the alert at ${priceText(line.value)}`}
                onClick={() => remove.mutate({ id: line.id })}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </div>
        );
      })}
      {!readOnly && (
        <AxisButton
          valueUnder={valueUnder}
          textOf={(value) => formatNumber(value, digits)}
          fractionOf={fractionOf}
          onPress={applyValue}
        />
      )}
    </div>
  );
}

/** Size of a handle, in rem; on a phone its text is omitted. */
const HANDLE = { wide: 9, narrow: 5, height: 1.75 };
const NARROW = 30;

/**
 * The side on which a handle covers less of the chart. Recomputed only when something besides the live price changes;
 * skipped without `isAny` handle.
 */
function useFreeSide({ series: { points }, viewport, width, range }: Props, height: number, isAny: boolean) {
  const levels = useMemo(
    () =>
      (isAny ? points.slice(0, -1) : []).flatMap(({ x, price, high, low }) => {
        const fraction = fractionOfPosition(x, viewport);
        const values = [price, high ?? price, low ?? price];
        return fraction < 0 || fraction > 1
          ? []
          : values.map((value) => ({ x: fraction, y: yOf(value, range, 1) }));
      }),
    [isAny, points, viewport, range],
  );
  // A change of the font size resizes the pane.
  const high = useMemo(() => (height ? (HANDLE.height * rootRem()) / height : 0), [height]);
  const size = { width: (width < NARROW ? HANDLE.narrow : HANDLE.wide) / width, height: high };
  return (value: number) => freeEnd(levels, yOf(value, range, 1), size);
}

/** The A key, while the crosshair has focus. */
function useAlertKey(box: React.RefObject<HTMLElement | null>, run: (() => void) | null) {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    const stage = box.current?.closest<HTMLElement>('[data-stage]');
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isCrosshair = target instanceof HTMLElement && target.role === 'slider';
      const isKey = key.toLowerCase() === 'a' && !ctrlKey && !metaKey && !altKey;
      if (!isKey || !isCrosshair || !latest.current) return;
      event.preventDefault();
      latest.current();
    };
    stage?.addEventListener('keydown', onKey);
    return () => stage?.removeEventListener('keydown', onKey);
  }, [box]);
}
