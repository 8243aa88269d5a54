import { axisFont, drawSharpLine, type Frame, type Layer, xOf } from '../frame';
import { END_ROOM } from '../timeTicks';

/** All in rem. */
const MARK = 0.25;
const MIDDLE = 1.125;
const TAG = 1.375;
const TAG_PADDING = 0.625;
const CLEAR = 0.5;

/** Draws the time axis: labels, and tags for the crosshair or the edges of a selection. Labels under a tag are left out. */
export const timeAxis: Layer = (frame) => {
  const { boxes, drawing } = frame;
  if (boxes.timesTop >= boxes.height) return;
  const dates = drawing.dates ?? (drawing.crosshair ? [drawing.crosshair] : []);
  const tags = dates.map((date) => tagOf(frame, date));
  // From the right: the last label may be left of its mark, in the space of the one before.
  let free = Number.POSITIVE_INFINITY;
  for (const tick of drawing.timeTicks.toReversed()) free = drawTick(frame, tick, tags, free);
  for (const tag of tags) drawTag(frame, tag);
};

interface Tag {
  text: string;
  left: number;
  width: number;
}

/** Positions a tag within the plot. */
function tagOf(frame: Frame, { index, time }: { index: number; time: string }): Tag {
  const { ctx, boxes, drawing } = frame;
  ctx.font = axisFont(boxes, 620);
  const width = ctx.measureText(time).width + 2 * TAG_PADDING * boxes.rem;
  const middle = xOf(drawing.positions[index] ?? 0, frame);
  return { text: time, width, left: Math.max(0, Math.min(boxes.plotWidth - width, middle - width / 2)) };
}

/** Draws a mark with its label on the right, or on the left at the end of the axis, if it fits left of `free`. Returns the label's left edge, or `free`. */
function drawTick(
  frame: Frame,
  tick: { x: number; label: string },
  tags: readonly Tag[],
  free: number,
): number {
  const { ctx, boxes, drawing } = frame;
  const { rem, timesTop } = boxes;
  const x = xOf(tick.x, frame);
  if (x < 0 || x > boxes.plotWidth) return free;
  drawSharpLine(ctx, [x, timesTop], [x, timesTop + MARK * rem], drawing.palette.hairline);
  ctx.font = axisFont(boxes);
  const width = ctx.measureText(tick.label).width;
  const left = x > boxes.plotWidth - Math.max(END_ROOM * rem, width) ? x - width : x;
  const clear = CLEAR * rem;
  if (left + width + clear > free) return free;
  if (tags.some((tag) => left + width + clear > tag.left && left - clear < tag.left + tag.width)) return left;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = drawing.palette.text3;
  ctx.fillText(tick.label, left, timesTop + MIDDLE * rem);
  return left;
}

function drawTag({ ctx, boxes, drawing }: Frame, { text, left, width }: Tag): void {
  const { rem, timesTop } = boxes;
  const middle = timesTop + MIDDLE * rem;
  ctx.font = axisFont(boxes, 620);
  const { background, textColor } = drawing.palette.crosshair;
  ctx.fillStyle = background;
  ctx.beginPath();
  ctx.roundRect(left, middle - (TAG * rem) / 2, width, TAG * rem, rem / 4);
  ctx.fill();
  ctx.fillStyle = textColor;
  ctx.textBaseline = 'middle';
  ctx.fillText(text, left + TAG_PADDING * rem, middle);
}
