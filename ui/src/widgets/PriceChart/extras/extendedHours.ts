import type { Extended, ExtendedLine, PricePoint } from '~/api/types';
import { withOpacity } from '~/chart/colors';
import { drawSharpLine, type Layer, panesWithBoxes, yOf } from '~/chart/frame';
import { fractionOf, type Viewport } from '~/chart/viewport';

/** The pre-market or after-hours of a day, in epoch milliseconds. */
export interface Band {
  name: 'Pre-market' | 'After hours';
  from: number;
  to: number;
  /** Ascending; may be empty. */
  points: readonly PricePoint[];
}

/** Start and end in epoch milliseconds. */
export interface Span {
  start: number;
  end: number;
}

/** The time span of a day's axis, and its end as an x value. */
export interface DayAxis {
  span: Span;
  end: number;
}

/** The pre-market and after-hours of a session with their prices; `live` is the latest extended-hours price. */
export function bandsOf({ start, end, points }: ExtendedLine, regular: Span, live: Extended | null): Band[] {
  const last = Date.parse(points.at(-1)?.timestamp ?? '');
  const isNewer = live && !(Date.parse(live.updatedAt) <= last);
  const all = isNewer ? [...points, { timestamp: live.updatedAt, price: live.price }] : points;
  const band = (name: Band['name'], from: number, to: number): Band => ({
    name,
    from,
    to,
    points: all.filter(({ timestamp }) => Date.parse(timestamp) >= from && Date.parse(timestamp) < to),
  });
  return [
    band('Pre-market', Date.parse(start), regular.start),
    band('After hours', regular.end, Date.parse(end)),
  ];
}

/**
 * The current version of the selected point of a band: the newest point is a new object with a new time at every price.
 * Null if no point of this band is selected.
 */
export function pointAt({ from, points }: Band, chosen: PricePoint | null): PricePoint | null {
  const last = points.at(-1);
  if (!chosen || !last) return null;
  const same = points.find(({ timestamp }) => timestamp === chosen.timestamp);
  if (same) return same;
  // The selected point was the newest one, and newer prices have replaced it.
  const time = Date.parse(chosen.timestamp);
  const before = points.at(-2);
  const isAfterOthers = before ? time > Date.parse(before.timestamp) : time >= from;
  return isAfterOthers && time <= Date.parse(last.timestamp) ? last : null;
}

/** The position of a time in the view, 0 at the left edge and 1 at the right. */
export const shareOfTime = (time: number, { span, end }: DayAxis, viewport: Viewport): number =>
  fractionOf(((time - span.start) / (span.end - span.start)) * end, viewport);

/** Width of the line, in rem. */
const WIDTH = 1.5 / 16;
const DOT = 0.25;

/** The bands shaded over all panes, their price line, and the point under the crosshair. */
export function bandsLayer(bands: readonly Band[], axis: DayAxis, active: PricePoint | null): Layer {
  return (frame) => {
    const { ctx, boxes, content } = frame;
    const [price] = panesWithBoxes(frame);
    const last = panesWithBoxes(frame).at(-1);
    if (!price || !last) return;
    const x = (time: number) => shareOfTime(time, axis, content.viewport) * boxes.plotWidth;
    const y = (value: number) => price.top + yOf(value, price.pane.range, price.height);
    const bottom = last.top + last.height;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, price.top, boxes.plotWidth, bottom - price.top);
    ctx.clip();
    ctx.fillStyle = withOpacity(content.palette.text3, 0.09);
    for (const { from, to } of bands) ctx.fillRect(x(from), price.top, x(to) - x(from), bottom - price.top);
    ctx.strokeStyle = content.palette.text3;
    ctx.lineWidth = WIDTH * boxes.rem;
    ctx.lineJoin = 'round';
    for (const { points } of bands) {
      ctx.beginPath();
      for (const { timestamp, price: value } of points) ctx.lineTo(x(Date.parse(timestamp)), y(value));
      ctx.stroke();
    }
    if (active) {
      const [left, top] = [x(Date.parse(active.timestamp)), y(active.price)];
      drawSharpLine(ctx, [left, price.top], [left, bottom], content.palette.text3, [3, 3]);
      ctx.fillStyle = content.palette.text3;
      ctx.beginPath();
      ctx.arc(left, top, DOT * boxes.rem, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  };
}
