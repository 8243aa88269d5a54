import { useEffect, useMemo } from 'react';
import { panesWithBoxes, xOf, yOf } from '~/chart/frame';
import type { Layer } from '~/chart/model';
import type { ChartPoint } from '~/chart/series';
import { sourceTitle } from '~/market/sources';
import classes from './FilledSessions.module.css';

/** Radius and line width of a point, in rem. */
const [RADIUS, WIDTH] = [0.25, 0.125];

interface Props {
  /** The points of the chart, with their positions. */
  points: readonly ChartPoint[];
  /** The color of the price line. */
  color: string;
  onLayers: (layers: readonly Layer[] | undefined) => void;
}

/** The legend of sessions that another source than the ticker's has filled in, which are drawn with hollow points. */
export default function FilledSessions({ points, color, onLayers }: Props) {
  const filled = useMemo(() => points.filter(({ source }) => source), [points]);
  useEffect(() => {
    onLayers([hollowPoints(filled, color)]);
  }, [filled, color, onLayers]);
  useEffect(() => () => onLayers(undefined), [onLayers]);
  const sources = [...new Set(filled.map(({ source }) => sourceTitle(source ?? '')))];
  return (
    <p className={classes.legend}>
      <i style={{ borderColor: color }} aria-hidden="true" /> Filled from {sources.join(', ')}
    </p>
  );
}

/** Draws a hollow point at each of the prices. */
const hollowPoints =
  (points: readonly ChartPoint[], color: string): Layer =>
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
      ctx.beginPath();
      const y = main.top + yOf(price, main.pane.range, main.height);
      ctx.arc(xOf(x, frame), y, RADIUS * boxes.rem, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
    ctx.restore();
  };
