import { axisFont, drawSharpLine, type Frame, type Layer, xOf } from '../frame';
import { END_ROOM } from '../timeTicks';

// Sizes in rem.
const MARK_HEIGHT = 0.25;
const LABEL_MIDDLE = 1.125;
const TAG_HEIGHT = 1.375;
const TAG_PADDING = 0.625;
const LABEL_GAP = 0.5;

/** Draws the time axis: labels, and tags for the crosshair or the edges of a selection. Labels under a tag are omitted. */
export const timeAxis: Layer = (frame) => {
  const { boxes, content } = frame;
  if (boxes.timesTop >= boxes.height) return;
  const dates = content.dates ?? (content.crosshair ? [content.crosshair] : []);
  const tags = dates.map((date) => tagOf(frame, date));
  // Starts at the right, because the last label may be on the left of its mark, in the space of the previous label.
  let rightLimit = Number.POSITIVE_INFINITY;
  for (const tick of content.timeTicks.toReversed()) rightLimit = drawTick(frame, tick, tags, rightLimit);
  for (const tag of tags) drawTag(frame, tag);
};

interface Tag {
  text: string;
  left: number;
  width: number;
}

/** Positions a tag within the plot. */
function tagOf(frame: Frame, { index, time }: { index: number; time: string }): Tag {
  const { ctx, boxes, content } = frame;
  ctx.font = axisFont(boxes, 620);
  const width = ctx.measureText(time).width + 2 * TAG_PADDING * boxes.rem;
  const middle = xOf(content.positions[index] ?? 0, frame);
  return { text: time, width, left: Math.max(0, Math.min(boxes.plotWidth - width, middle - width / 2)) };
}

/**
 * Draws a tick mark, and its label if the label ends before `rightLimit`. The label is on the right of the mark, or on the left near the
 * end of the axis. Returns the limit for the next tick: the label's left edge, or `rightLimit` without a label.
 */
function drawTick(
  frame: Frame,
  tick: { x: number; label: string },
  tags: readonly Tag[],
  rightLimit: number,
): number {
  const { ctx, boxes, content } = frame;
  const { rem, timesTop } = boxes;
  const x = xOf(tick.x, frame);
  if (x < 0 || x > boxes.plotWidth) return rightLimit;
  drawSharpLine(ctx, [x, timesTop], [x, timesTop + MARK_HEIGHT * rem], content.palette.hairline);
  ctx.font = axisFont(boxes);
  const width = ctx.measureText(tick.label).width;
  const left = x > boxes.plotWidth - Math.max(END_ROOM * rem, width) ? x - width : x;
  const gap = LABEL_GAP * rem;
  if (left + width + gap > rightLimit) return rightLimit;
  if (tags.some((tag) => left + width + gap > tag.left && left - gap < tag.left + tag.width)) return left;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = content.palette.text3;
  ctx.fillText(tick.label, left, timesTop + LABEL_MIDDLE * rem);
  return left;
}

function drawTag({ ctx, boxes, content }: Frame, { text, left, width }: Tag): void {
  const { rem, timesTop } = boxes;
  const middle = timesTop + LABEL_MIDDLE * rem;
  ctx.font = axisFont(boxes, 620);
  const { background, textColor } = content.palette.crosshair;
  ctx.fillStyle = background;
  ctx.beginPath();
  ctx.roundRect(left, middle - (TAG_HEIGHT * rem) / 2, width, TAG_HEIGHT * rem, rem / 4);
  ctx.fill();
  ctx.fillStyle = textColor;
  ctx.textBaseline = 'middle';
  ctx.fillText(text, left + TAG_PADDING * rem, middle);
}
