import { CALCULATORS, type Calculator, type IndicatorLine } from './calculators';
import { type IndicatorColour, type IndicatorSetting, type IndicatorType, paramOf } from './settings';

/** CHRT-04: below this many prices nothing is computed. */
export const MIN_POINTS = 10;

export interface ComputedIndicator {
  type: IndicatorType;
  label: string;
  axis: Calculator['axis'];
  color: IndicatorColour;
  lines: IndicatorLine[];
  /** The oversold and overbought levels of an oscillator. */
  band: { low: number; high: number } | null;
}

function computeOne(
  setting: IndicatorSetting,
  closes: readonly number[],
  calculator: Calculator,
): ComputedIndicator {
  const param = (name: string) => paramOf(setting, name);
  return {
    type: setting.type,
    label: calculator.label(param),
    axis: calculator.axis,
    color: setting.color,
    lines: calculator.calculate(closes, param),
    band: calculator.axis === 'percent' ? { low: param('oversold'), high: param('overbought') } : null,
  };
}

/** The enabled indicators of a series of closes, oldest first. One that fails is logged and left out. */
export function computeIndicators(
  settings: readonly IndicatorSetting[],
  closes: readonly number[],
  calculators: Record<IndicatorType, Calculator> = CALCULATORS,
): ComputedIndicator[] {
  if (closes.length < MIN_POINTS) return [];
  return settings
    .filter((setting) => setting.enabled)
    .flatMap((setting) => {
      try {
        return [computeOne(setting, closes, calculators[setting.type])];
      } catch (cause) {
        console.error(`Failed to calculate ${setting.type}`, cause);
        return [];
      }
    });
}
