/** The chart of a layout on which keys act. */
export interface ActiveChart {
  symbol: string;
  /** Opens the chart's search with a text. */
  search: (text: string) => void;
  /** Shows another ticker. */
  show: (symbol: string) => void;
}

let active: ActiveChart | null = null;

/** Returns the active chart; null on a page without a layout of charts. */
export const activeChart = (): ActiveChart | null => active;

export function setActiveChart(next: ActiveChart | null): void {
  active = next;
}
