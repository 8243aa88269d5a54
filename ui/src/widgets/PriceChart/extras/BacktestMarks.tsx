import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { alertBacktestQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { yOf } from '~/chart/frame';
import type { Range } from '~/chart/scale';
import type { ChartPoint, ChartSeries } from '~/chart/series';
import type { Viewport } from '~/chart/viewport';
import { dayOf, formatShortDay } from '~/market/day';
import { formatNumber } from '~/market/format';
import { serverNow } from '~/state/clock';
import classes from './BacktestMarks.module.css';
import { type BacktestQuery, backtestMarks } from './backtest';

interface Props {
  query: BacktestQuery;
  series: ChartSeries;
  isDailyOrLonger: boolean;
  viewport: Viewport;
  /** The range of the price axis. */
  range: Range;
  priceText: (price: number) => string;
  onClose: () => void;
}

/** Backtest marks: where an alert would have fired in the past year, and how often. */
export default function BacktestMarks({
  query,
  series,
  isDailyOrLonger,
  viewport,
  range,
  priceText,
  onClose,
}: Props) {
  const { data } = useQuery(alertBacktestQuery(query));
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  // The height of the price pane, which depends on the window and the panes below.
  useLayoutEffect(() => {
    const pane = box.current?.closest('[data-stage]')?.querySelector<HTMLElement>('[data-pane]');
    setHeight(pane?.offsetHeight ?? 0);
  });
  const close = () => {
    const stage = box.current?.closest('[data-stage]');
    onClose();
    // The button disappears, so the focus moves to the chart.
    stage?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  const { points } = series;
  // A tick moves the last point but no mark.
  const count = points.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: first and count stand for the points.
  const positions = useMemo(
    () => backtestMarks(data?.fired ?? [], points, isDailyOrLonger),
    [data, points[0]?.timestamp, count, isDailyOrLonger],
  );
  if (!data) return null;
  const visibleMarks = positions.flatMap((mark) => {
    const at = shareIn(points, mark.index, viewport);
    const top = yOf(mark.price, range, 1);
    return at >= 0 && at <= 1 && top >= 0 && top <= 1 ? [{ ...mark, at, top }] : [];
  });
  const today = dayOf(serverNow(), 'UTC');
  return (
    <div ref={box} className={classes.overlay} style={{ height }}>
      <div className={classes.marks} data-pans>
        {visibleMarks.map(({ key, at, top }) => (
          <i key={key} className={classes.mark} style={{ left: `${100 * at}%`, top: `${100 * top}%` }} />
        ))}
      </div>
      <section className={classes.result} aria-label="The alert in the past year">
        <p role="status">{data.reason ?? resultText(data.fired.length)}</p>
        <button type="button" className="quiet-button" onClick={close}>
          Hide
        </button>
        {visibleMarks.length > 0 && (
          <ul className="visually-hidden">
            {visibleMarks.map(({ key, time, price }) => (
              <li key={key}>
                {formatShortDay(dayOf(time, 'UTC'), today)} at {priceText(price)}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

const shareIn = (points: readonly ChartPoint[], index: number, { from, to }: Viewport) =>
  ((points[index]?.x ?? Number.NaN) - from) / (to - from);

function resultText(times: number): string {
  if (times === 0) return 'Would not have fired';
  return `Would have fired ${times === 1 ? 'once' : `${formatNumber(times, 0)} times`}`;
}
