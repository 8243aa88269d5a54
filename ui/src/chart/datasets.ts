import type { ScriptableContext } from 'chart.js';
import type { ComputedIndicator } from '~/market/indicators/result';
import { faded, indicatorShade } from './colours';
import type { LineStyle } from './lineStyle';
import type { Line } from './model';
import type { Palette } from './palette';

/** A low-opacity vertical gradient from the top of the pane to nothing. */
function gradient(colour: string) {
  return ({ chart, dataset }: ScriptableContext<'line'>) => {
    const pane = chart.scales[dataset.yAxisID ?? ''];
    if (!pane || !(pane.bottom > pane.top)) return faded(colour, 0.1);
    const fill = chart.ctx.createLinearGradient(0, pane.top, 0, pane.bottom);
    fill.addColorStop(0, faded(colour, 0.2));
    fill.addColorStop(1, faded(colour, 0));
    return fill;
  };
}

/**
 * CHRT-06: tension 0.3, width 2, hover radius 6. Between two prices the curve is no higher and no lower than they are. One point
 * makes no line, so it shows as a dot. Where points are dense no eye tells a curve from straight lines, which are drawn in a fraction of the time.
 */
export function priceStyle(points: number, colour: string, surface: string, isDense = false): LineStyle {
  return {
    type: 'line',
    borderColor: colour,
    borderWidth: 2,
    tension: isDense ? 0 : 0.3,
    cubicInterpolationMode: isDense ? 'default' : 'monotone',
    pointRadius: points === 1 ? 3 : 0,
    pointBackgroundColor: colour,
    pointHoverRadius: 6,
    pointHoverBackgroundColor: colour,
    pointHoverBorderColor: surface,
    pointHoverBorderWidth: 2,
    fill: 'start',
    backgroundColor: gradient(colour),
    order: 0,
  };
}

/** A line among others of its kind: no fill, and no dot under the crosshair. */
export function plainStyle(colour: string, width: number, dash?: [number, number]): LineStyle {
  return {
    type: 'line',
    borderColor: colour,
    borderWidth: width,
    ...(dash && { borderDash: dash }),
    tension: 0,
    pointRadius: 0,
    pointHoverRadius: 0,
    fill: false,
    order: 1,
  };
}

/** The price where bars show it: the crosshair follows it, and nothing is drawn. */
export const unseenStyle: LineStyle = {
  ...plainStyle('#0000', 0),
  pointHoverBorderWidth: 0,
};

const WIDTHS = ['borderWidth', 'pointRadius', 'pointHoverRadius', 'pointHoverBorderWidth'] as const;

/** The same on a display whose type is larger by `scale`: a line as wide to the eye as its letters. */
export function scaled(style: LineStyle, scale: number): LineStyle {
  const result: Record<string, unknown> = { ...style };
  for (const width of WIDTHS) {
    if (typeof result[width] === 'number') result[width] *= scale;
  }
  return result as unknown as LineStyle;
}

function indicatorStyle(line: ComputedIndicator['lines'][number], shade: string): LineStyle {
  const colour = line.faint ? faded(shade, 0.65) : shade;
  // CHRT-06: 1 to 1.5.
  const style = line.shape === 'dashed' ? plainStyle(colour, 1, [4, 3]) : plainStyle(colour, 1.5);
  return line.fillToNext ? { ...style, fill: '+1', backgroundColor: faded(shade, 0.07) } : style;
}

/** One line of the drawing for each line of an indicator; its bars are painted (`histogram`). */
export function indicatorLines(indicator: ComputedIndicator, palette: Palette): Line[] {
  const shade = indicatorShade(indicator.color, palette.scheme);
  return indicator.lines
    .filter(({ shape }) => shape !== 'bars')
    .map((line) => ({
      key: `${indicator.type} ${line.name}`,
      values: line.values,
      style: indicatorStyle(line, shade),
    }));
}
