import { indicatorShade } from '~/chart/colors';
import { indicatorLines } from '~/chart/datasets';
import { histogram } from '~/chart/histogram';
import type { Pane } from '~/chart/model';
import type { Palette } from '~/chart/palette';
import { axisTicks, oscillatorRange } from '~/chart/scale';
import type { ComputedIndicator } from '~/market/indicators/result';
import { legendOf, shortage } from './readings';
import { type Visible, visibleValues } from './visiblePoints';

/** An oscillator below the price, on its own axis. */
export function oscillatorPane(
  indicator: ComputedIndicator,
  decimals: number,
  points: number,
  visible: Visible,
  palette: Palette,
): Pane {
  const lines = indicator.lines.map(({ values }) => ({ values: visibleValues(values, visible, points) }));
  const range = oscillatorRange({ ...indicator, lines });
  const { band, axis, label } = indicator;
  const short = shortage(indicator, points);
  const bars = indicator.lines.find(({ shape }) => shape === 'bars');
  return {
    key: indicator.type,
    size: 'oscillator',
    range,
    ticks: axisTicks(band ? [band.high, band.low] : [0]),
    lines: indicatorLines(indicator, palette),
    ...(bars && { paint: histogram(bars.values) }),
    ...(band && { band: { ...band, color: indicatorShade(indicator.color, palette.scheme) } }),
    ...(short && { message: short }),
    title: (index) => (
      <span data-axis={axis}>
        {label} {!short && <b className="num">{legendOf(indicator, index, decimals, points)}</b>}
      </span>
    ),
  };
}
