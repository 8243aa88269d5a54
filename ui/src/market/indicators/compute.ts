import { CALCULATORS, type Calculator } from './calculators';
import { type ComputedIndicator, type IndicatorLine, MIN_POINTS } from './result';
import type { Series, Step } from './series';
import { type IndicatorSetting, paramOf } from './settings';
import type { IndicatorType } from './types';

type Calculators = Record<IndicatorType, Calculator>;

/** Computes one indicator. Usually only the last price changes between calls. */
class Run {
  private readonly step: Step<(number | null)[]>;
  /** The final prices, and the values of each line for them. */
  private readonly closes: number[] = [];
  private readonly values: Series[];

  constructor(
    private readonly calculator: Calculator,
    private readonly param: (name: string) => number,
  ) {
    this.step = calculator.start(param);
    this.values = calculator.lines(param).map(() => []);
  }

  /** Returns true if the prices extend those already processed: all but the last are final. */
  continues(closes: readonly number[]): boolean {
    return this.closes.length < closes.length && this.closes.every((close, index) => close === closes[index]);
  }

  lines(closes: readonly number[]): IndicatorLine[] {
    for (const close of closes.slice(this.closes.length, -1)) {
      for (const [index, value] of this.step(close, true).entries()) this.values[index]?.push(value);
      this.closes.push(close);
    }
    const last = this.step(closes.at(-1) as number, false);
    return this.calculator.lines(this.param).map((form, index) => ({
      ...form,
      values: shift([...(this.values[index] ?? []), last[index] ?? null], form.ahead ?? 0),
    }));
  }
}

const emptyValues = (length: number): Series => new Array<number | null>(length).fill(null);

/** Shifts values ahead (the series then extends beyond the prices) or back (its end is then empty). */
function shift(values: Series, ahead: number): Series {
  if (ahead > 0) return [...emptyValues(ahead), ...values];
  const remaining = values.slice(-ahead);
  return [...remaining, ...emptyValues(values.length - remaining.length)];
}

/** Computes indicators incrementally. While the earlier prices are unchanged, only the last value is computed. */
export class IndicatorRuns {
  private readonly runs = new Map<string, Run>();

  constructor(private readonly calculators: Calculators = CALCULATORS) {}

  /** Computes the enabled indicators for closes, oldest first. A failing indicator is logged and omitted. */
  compute(settings: readonly IndicatorSetting[], closes: readonly number[]): ComputedIndicator[] {
    if (closes.length < MIN_POINTS) return [];
    return settings
      .filter((setting) => setting.enabled)
      .flatMap((setting) => {
        try {
          return [this.computeOne(setting, closes)];
        } catch (cause) {
          console.error(`Failed to calculate ${setting.type}`, cause);
          return [];
        }
      });
  }

  private computeOne(setting: IndicatorSetting, closes: readonly number[]): ComputedIndicator {
    const calculator = this.calculators[setting.type];
    const param = (name: string) => paramOf(setting, name);
    const label = calculator.label(param);
    const existing = this.runs.get(label);
    const run = existing?.continues(closes) ? existing : new Run(calculator, param);
    this.runs.set(label, run);
    return {
      type: setting.type,
      label,
      axis: calculator.axis,
      color: setting.color,
      lines: run.lines(closes),
      band: calculator.axis === 'percent' ? { low: param('oversold'), high: param('overbought') } : null,
      needs: calculator.needs(param),
    };
  }
}
