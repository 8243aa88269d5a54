import { axisFont, drawSharpLine, type Frame, type Layer, panesWithBoxes, valueAt, xOf, yOf } from '../frame';
import { levelLabelPlacement } from '../levelLabel';
import type { Level } from '../model';
import { moveApart, placeLabel, placeTag, within } from '../tags';

// Sizes in rem.
const TAG_HEIGHT = 1.375;
const TICK_LEFT = 0.625;
const TAG_LEFT = 0.125;
const TAG_PADDING = 0.5;
const TAG_GAP = 0.125;
const LABEL_HEIGHT = 0.875;
const NAME_GAP = 0.5;

/** Draws levels, labels of the value axis, and tags, above the lines. A label that a tag would touch is left out. */
export const valueAxis: Layer = (frame) => {
  for (const paneBox of panesWithBoxes(frame)) drawAxis(frame, paneBox);
};

type PaneBox = ReturnType<typeof panesWithBoxes>[number];

function drawAxis(frame: Frame, paneBox: PaneBox): void {
  const { ctx, boxes, content } = frame;
  const { pane, top, height } = paneBox;
  const size = TAG_HEIGHT * boxes.rem;
  const y = (value: number) => yOf(value, pane.range, height);
  // Levels outside the visible range would be drawn into neighboring panes.
  const levels = (pane.levels ?? [])
    .map((level) => ({ ...level, at: y(level.value) }))
    .filter(({ at }) => at >= 0 && at <= height);
  const tags: (NonNullable<(typeof levels)[number]['tag']> & { at: number })[] = [];
  const ends = moveApart(
    levels.map(({ at }) => at),
    size + TAG_GAP * boxes.rem,
    height,
  );
  const placeFreely = (preferred: number) =>
    placeTag(
      tags.map(({ at }) => at),
      preferred,
      size,
      height,
    );
  for (const [index, { tag, at, isEnd }] of levels.entries()) {
    if (tag) tags.push({ ...tag, at: isEnd ? (ends[index] ?? at) : placeFreely(at) });
  }
  const hovered = crosshairValue(frame, paneBox);
  if (hovered !== null && pane.tagText) {
    const text = pane.tagText(hovered);
    // The tag of the pointer stays at its height, above the others.
    const isFreeLine = typeof content.crosshair?.height === 'number';
    const at = isFreeLine ? within(y(hovered), size, height) : placeFreely(y(hovered));
    tags.push({ text, at, ...content.palette.crosshair });
  }
  const labelHeight = LABEL_HEIGHT * boxes.rem;
  const labels: number[] = [];
  for (const { value, label } of pane.ticks) {
    const at = placeLabel(
      y(value),
      { tags: tags.map((tag) => tag.at), tag: size },
      { labels, label: labelHeight },
      height,
    );
    if (at === null) continue;
    labels.push(at);
    drawText(frame, label, boxes.plotWidth + TICK_LEFT * boxes.rem, top + at);
  }
  for (const level of levels) {
    if (level.isEnd) continue;
    const y = top + level.at;
    drawSharpLine(ctx, [0, y], [boxes.plotWidth, y], level.color, level.dash ?? [1, 2]);
    if (level.name) drawName(frame, paneBox, level as NamedLevel);
  }
  if (hovered !== null) {
    const at = top + y(hovered);
    drawSharpLine(ctx, [0, at], [boxes.plotWidth, at], content.palette.text3, [3, 3]);
  }
  for (const tag of tags) drawTag(frame, tag, top + tag.at, size);
}

type NamedLevel = Level & { name: string; at: number };

/** Draws a level's name where it does not cover the pane's first line, or so that it ends at the level's `nameEnd`. */
function drawName(frame: Frame, { pane, top, height }: PaneBox, { name, nameEnd, at }: NamedLevel): void {
  const { ctx, boxes, content } = frame;
  const gap = NAME_GAP * boxes.rem;
  const half = (LABEL_HEIGHT * boxes.rem) / 2;
  ctx.font = axisFont(boxes);
  ctx.strokeStyle = content.palette.surface;
  ctx.lineWidth = 0.25 * boxes.rem;
  ctx.lineJoin = 'round';
  if (nameEnd !== undefined) {
    ctx.textAlign = 'right';
    drawText(frame, name, xOf(nameEnd, frame) - gap, top + at + (at > 2 * half ? -half : half), true);
  } else {
    const size = {
      width: (ctx.measureText(name).width + gap) / boxes.plotWidth,
      height: (2 * half) / height,
    };
    const { side, below } = levelLabelPlacement(visibleFractions(frame, pane, height), at / height, size);
    ctx.textAlign = side;
    drawText(
      frame,
      name,
      side === 'left' ? 0 : boxes.plotWidth - gap,
      top + at + (below ? half : -half),
      true,
    );
  }
  ctx.textAlign = 'left';
}

/** Returns the visible points of a pane's first line, as fractions of the plot's width and height. */
function visibleFractions(frame: Frame, pane: PaneBox['pane'], height: number) {
  const values = pane.lines[0]?.values ?? [];
  return frame.content.positions.flatMap((position, index) => {
    const value = values[index];
    const x = xOf(position, frame) / frame.boxes.plotWidth;
    return value === null || value === undefined || x < 0 || x > 1
      ? []
      : [{ x, y: yOf(value, pane.range, height) / height }];
  });
}

/** Returns the value of a pane at the pointer's height; for keys and fingers, the value of its first line at the crosshair. */
function crosshairValue({ content }: Frame, { pane, top, height }: PaneBox): number | null {
  if (!content.crosshair || !pane.tagText) return null;
  const { index, height: pointer } = content.crosshair;
  if (typeof pointer !== 'number') return pane.lines[0]?.values[index] ?? null;
  const y = pointer - top;
  return y >= 0 && y <= height ? valueAt(y, pane.range, height) : null;
}

/** Draws text; `hasOutline` outlines it with the current stroke style, to keep it readable over a line. */
function drawText(
  { ctx, boxes, content }: Frame,
  text: string,
  x: number,
  y: number,
  hasOutline = false,
): void {
  ctx.font = axisFont(boxes);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = content.palette.text3;
  if (hasOutline) ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

function drawTag(
  { ctx, boxes }: Frame,
  { text, textColor, background, edge }: NonNullable<Level['tag']>,
  y: number,
  size: number,
): void {
  ctx.font = axisFont(boxes, 620);
  ctx.textBaseline = 'middle';
  const left = boxes.plotWidth + TAG_LEFT * boxes.rem;
  const padding = TAG_PADDING * boxes.rem;
  const axis = boxes.width - left;
  ctx.fillStyle = background;
  ctx.beginPath();
  ctx.roundRect(
    left,
    y - size / 2,
    Math.max(axis, ctx.measureText(text).width + 2 * padding),
    size,
    boxes.rem / 4,
  );
  ctx.fill();
  if (edge) {
    ctx.strokeStyle = edge;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  ctx.fillStyle = textColor;
  ctx.fillText(text, left + padding, y);
}
