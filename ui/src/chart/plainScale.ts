import { Scale } from 'chart.js';

/** The axis of our charts: its range is set, and our layers draw its labels. chart.js' own would compute ticks at every update. */
export class PlainScale extends Scale {
  /** chart.js' default for values, of which there is no other scale. */
  static id = 'linear';
  static defaults = {};

  override determineDataLimits(): void {
    const { min, max } = this.getUserBounds();
    Object.assign(this, { min, max });
  }

  override buildTicks(): [] {
    return [];
  }

  override getPixelForValue(value: number): number {
    return this.getPixelForDecimal((value - this.min) / (this.max - this.min));
  }
}
