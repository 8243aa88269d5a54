import type { Extended, ExtendedLine, PricePoint } from '~/api/types';
import { faded } from '~/chart/colours';
import { type Layer, placedPanes, strokeAcross, yOf } from '~/chart/frame';
import { shareOf, type Viewport } from '~/chart/viewport';

/** One side of a day's regular session, in epoch milliseconds. */
export interface Band {
  name: 'Pre-market' | 'After hours';
  from: number;
  to: number;
  /** Ascending; none where nothing is known. */
  points: readonly PricePoint[];
}

/** From when to when, in epoch milliseconds. */
export interface Span {
  start: number;
  end: number;
}

/** Where the axis of a day lies in time, and its end in places. */
export interface DayAxis {
  span: Span;
  end: number;
  viewport: Viewport;
}

/** The hours before and after a session, with what was traded in them; `live` is the newest price of such hours. */
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
 * The point of a band that was chosen, as it is now: the newest one is another object with every price, at another time.
 * Null where none of this band was chosen.
 */
export function pointAt({ from, points }: Band, chosen: PricePoint | null): PricePoint | null {
  const last = points.at(-1);
  if (!chosen || !last) return null;
  const same = points.find(({ timestamp }) => timestamp === chosen.timestamp);
  if (same) return same;
  // It was the newest one, and has gone on since.
  const time = Date.parse(chosen.timestamp);
  const before = points.at(-2);
  const isAfterOthers = before ? time > Date.parse(before.timestamp) : time >= from;
  return isAfterOthers && time <= Date.parse(last.timestamp) ? last : null;
}

/** Where a moment lies in the view, 0 at its left edge and 1 at its right. */
export const shareOfTime = (time: number, { span, end, viewport }: DayAxis): number =>
  shareOf(((time - span.start) / (span.end - span.start)) * end, viewport);

/** Of a slate line, at the usual size of a rem. */
const WIDTH = 1.5 / 16;
const DOT = 0.25;

/** The bands, shaded over all panes, the line of their prices, and the point under the crosshair. */
export function bandsLayer(bands: readonly Band[], axis: DayAxis, active: PricePoint | null): Layer {
  return (frame) => {
    const { ctx, boxes, drawing } = frame;
    const [price] = placedPanes(frame);
    const last = placedPanes(frame).at(-1);
    if (!price || !last) return;
    const x = (time: number) => shareOfTime(time, axis) * boxes.plotWidth;
    const y = (value: number) => price.top + yOf(value, price.pane.range, price.height);
    const bottom = last.top + last.height;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, price.top, boxes.plotWidth, bottom - price.top);
    ctx.clip();
    ctx.fillStyle = faded(drawing.palette.text3, 0.09);
    for (const { from, to } of bands) ctx.fillRect(x(from), price.top, x(to) - x(from), bottom - price.top);
    ctx.strokeStyle = drawing.palette.text3;
    ctx.lineWidth = WIDTH * boxes.rem;
    ctx.lineJoin = 'round';
    for (const { points } of bands) {
      ctx.beginPath();
      for (const { timestamp, price: value } of points) ctx.lineTo(x(Date.parse(timestamp)), y(value));
      ctx.stroke();
    }
    if (active) {
      const [left, top] = [x(Date.parse(active.timestamp)), y(active.price)];
      strokeAcross(ctx, [left, price.top], [left, bottom], drawing.palette.text3, [3, 3]);
      ctx.fillStyle = drawing.palette.text3;
      ctx.beginPath();
      ctx.arc(left, top, DOT * boxes.rem, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  };
}
