import { useEffect, useMemo } from 'react';
import type { TickerDetail } from '~/api/types';
import { type Frame, panesWithBoxes, xOf, yOf } from '~/chart/frame';
import type { Layer } from '~/chart/model';
import type { ChartPoint } from '~/chart/series';
import { disputedCloses } from '~/market/disagreements';
import { formatQuote } from '~/market/format';
import { sourceTitle } from '~/market/sources';
import classes from './SessionMarks.module.css';

/** Half the size and the line width of a mark, in rem. */
const [HALF, WIDTH] = [0.25, 0.125];
/** Amber, as on notices of problems. */
const DISPUTED = '#f59e0b';

/** Texts at the time of a point, by timestamp. */
export type PointNotes = ReadonlyMap<string, string>;

interface Props {
  ticker: TickerDetail;
  /** The points of the chart, with their positions. */
  points: readonly ChartPoint[];
  /** The color of the price line. */
  color: string;
  onLayers: (layers: readonly Layer[] | undefined) => void;
  onNotes: (notes: PointNotes | undefined) => void;
}

/**
 * The legend of marked sessions: those that another source than the ticker's has filled in are hollow squares, and closes that sources
 * disagree about are diamonds, with the figure of each source in the tooltip.
 */
export default function SessionMarks({ ticker, points, color, onLayers, onNotes }: Props) {
  const filled = useMemo(() => points.filter(({ source }) => source), [points]);
  const notes = useMemo(() => {
    const format = (value: number) => formatQuote(ticker, value, ticker.decimals);
    const closes = disputedCloses(ticker.disagreements, format);
    return new Map(
      points.flatMap(({ timestamp }) => {
        const text = closes.get(dayOfBar(timestamp));
        return text ? [[timestamp, text] as const] : [];
      }),
    );
  }, [points, ticker]);
  const disputed = useMemo(() => points.filter(({ timestamp }) => notes.has(timestamp)), [points, notes]);
  useEffect(() => {
    onLayers([marks(filled, color, drawSquare), marks(disputed, DISPUTED, drawDiamond)]);
    onNotes(notes);
  }, [filled, disputed, notes, color, onLayers, onNotes]);
  useEffect(
    () => () => {
      onLayers(undefined);
      onNotes(undefined);
    },
    [onLayers, onNotes],
  );
  const sources = [...new Set(filled.map(({ source }) => sourceTitle(source ?? '')))];
  return (
    <div className={classes.legends}>
      {sources.length > 0 && (
        <p className={classes.legend}>
          <i style={{ borderColor: color }} aria-hidden="true" /> Filled from {sources.join(', ')}
        </p>
      )}
      {disputed.length > 0 && (
        <p className={classes.legend}>
          <i style={{ borderColor: DISPUTED }} data-disputed="" aria-hidden="true" /> Sources disagree
        </p>
      )}
    </div>
  );
}

/** The exchange's date of a daily bar, which is dated 00:00 UTC; empty for other points, which are no closes. */
const dayOfBar = (timestamp: string) => (/T00:00:00(\.0+)?Z$/.test(timestamp) ? timestamp.slice(0, 10) : '');

type Draw = (ctx: Frame['ctx'], x: number, y: number, half: number) => void;

const drawSquare: Draw = (ctx, x, y, half) => ctx.rect(x - half, y - half, 2 * half, 2 * half);

const drawDiamond: Draw = (ctx, x, y, half) => {
  const reach = 1.4 * half;
  ctx.moveTo(x, y - reach);
  ctx.lineTo(x + reach, y);
  ctx.lineTo(x, y + reach);
  ctx.lineTo(x - reach, y);
  ctx.closePath();
};

/** Draws a hollow mark at each of the prices. Marks have corners, because the point under the crosshair is round. */
const marks =
  (points: readonly ChartPoint[], color: string, draw: Draw): Layer =>
  (frame) => {
    const { ctx, boxes, content } = frame;
    const [main] = panesWithBoxes(frame);
    if (!main) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, main.top, boxes.plotWidth, main.height);
    ctx.clip();
    ctx.fillStyle = content.palette.surface;
    ctx.strokeStyle = color;
    ctx.lineWidth = WIDTH * boxes.rem;
    for (const { x, price } of points) {
      const y = main.top + yOf(price, main.pane.range, main.height);
      ctx.beginPath();
      draw(ctx, xOf(x, frame), y, HALF * boxes.rem);
      ctx.fill();
      ctx.stroke();
    }
    ctx.restore();
  };
