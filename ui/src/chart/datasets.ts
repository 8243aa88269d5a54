import type { ScriptableContext } from 'chart.js';
import type { ComputedIndicator } from '~/market/indicators/result';
import { indicatorShade, withOpacity } from './colors';
import type { LineStyle } from './lineStyle';
import type { Line } from './model';
import type { Palette } from './palette';

/** Returns a vertical gradient that is faint at the top of the pane and transparent at its bottom. */
function gradient(color: string) {
  return ({ chart, dataset }: ScriptableContext<'line'>) => {
    const pane = chart.scales[dataset.yAxisID ?? ''];
    if (!pane || !(pane.bottom > pane.top)) return withOpacity(color, 0.1);
    const fill = chart.ctx.createLinearGradient(0, pane.top, 0, pane.bottom);
    fill.addColorStop(0, withOpacity(color, 0.2));
    fill.addColorStop(1, withOpacity(color, 0));
    return fill;
  };
}

/**
 * CHRT-06: width 2, hover radius 6. The line is straight between its points: a curve would show prices that nobody paid. A single
 * point is drawn as a dot.
 */
export function priceStyle(points: number, color: string, surface: string): LineStyle {
  return {
    type: 'line',
    borderColor: color,
    borderWidth: 2,
    tension: 0,
    pointRadius: points === 1 ? 3 : 0,
    pointBackgroundColor: color,
    pointHoverRadius: 6,
    pointHoverBackgroundColor: color,
    pointHoverBorderColor: surface,
    pointHoverBorderWidth: 2,
    fill: 'start',
    backgroundColor: gradient(color),
    order: 0,
  };
}

/** Returns the style of a line without fill and without a dot under the crosshair. */
export function plainStyle(color: string, width: number, dash?: [number, number]): LineStyle {
  return {
    type: 'line',
    borderColor: color,
    borderWidth: width,
    ...(dash && { borderDash: dash }),
    tension: 0,
    pointRadius: 0,
    pointHoverRadius: 0,
    fill: false,
    order: 1,
  };
}

/** Style of the price line in candlestick and OHLC charts. The line is invisible, but the crosshair follows it. */
export const invisibleStyle: LineStyle = {
  ...plainStyle('#0000', 0),
  pointHoverBorderWidth: 0,
};

/** The font size in px to which the line widths refer. */
export const DEFAULT_REM = 16;

const WIDTHS = ['borderWidth', 'pointRadius', 'pointHoverRadius', 'pointHoverBorderWidth'] as const;

/** Scales line widths and radii with the font size. */
export function scaled(style: LineStyle, scale: number): LineStyle {
  const result: Record<string, unknown> = { ...style };
  for (const width of WIDTHS) {
    if (typeof result[width] === 'number') result[width] *= scale;
  }
  return result as unknown as LineStyle;
}

function indicatorStyle(line: ComputedIndicator['lines'][number], shade: string): LineStyle {
  const color = line.faint ? withOpacity(shade, 0.65) : shade;
  // CHRT-06: indicator lines are 1 to 1.5 wide.
  const style = line.shape === 'dashed' ? plainStyle(color, 1, [4, 3]) : plainStyle(color, 1.5);
  return line.fillToNext ? { ...style, fill: '+1', backgroundColor: withOpacity(shade, 0.07) } : style;
}

/** Returns the lines of an indicator. Its bars are painted by `histogram`. */
export function indicatorLines(indicator: ComputedIndicator, palette: Palette): Line[] {
  const shadeOf = ({ color = indicator.color }: ComputedIndicator['lines'][number]) =>
    indicatorShade(color, palette.scheme);
  return indicator.lines
    .filter(({ shape }) => shape !== 'bars')
    .map((line) => ({
      key: `${indicator.type} ${line.name}`,
      values: line.values,
      style: indicatorStyle(line, shadeOf(line)),
    }));
}
