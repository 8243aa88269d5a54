/** Figures on a canvas as wide as one another: a canvas has no tabular figures. */

const DIGIT = /\d/;

/** Width of a text whose digits all take the room of a 0, in px. */
export function figureWidth(ctx: CanvasRenderingContext2D, text: string): number {
  const digit = ctx.measureText('0').width;
  let width = 0;
  for (const letter of text) width += DIGIT.test(letter) ? digit : ctx.measureText(letter).width;
  return width;
}

/** Writes a text from `x` on, each digit in the middle of its room. The context's alignment must be left. */
export function fillFigures(ctx: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  const digit = ctx.measureText('0').width;
  let at = x;
  for (const letter of text) {
    const own = ctx.measureText(letter).width;
    const room = DIGIT.test(letter) ? digit : own;
    ctx.fillText(letter, at + (room - own) / 2, y);
    at += room;
  }
}
