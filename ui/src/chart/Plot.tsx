import './register';
import type { Chart as ChartJs, ChartOptions } from 'chart.js';
import { useEffect, useMemo, useRef } from 'react';
import { Chart } from 'react-chartjs-2';
import classes from './Chart.module.css';
import type { Dataset } from './datasets';
import type { Range } from './scale';

interface Props {
  datasets: Dataset[];
  range: Range;
  /** The right end of the time axis. */
  end: number;
  /** Point of the first dataset under the crosshair. */
  active: number | null;
}

/** Room at the right for half a hover dot; the overlay's percentages leave it out. */
const RIGHT = 8;

function optionsOf({ low, high }: Range, end: number): ChartOptions<'line' | 'bar'> {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    parsing: false,
    normalized: true,
    // The overlay hears the pointer, and draws axes and tooltips, sharp and in the page's own type.
    events: [],
    layout: { padding: { right: RIGHT } },
    datasets: { bar: { grouped: false } },
    plugins: { filler: { propagate: false, drawTime: 'beforeDatasetsDraw' } },
    scales: {
      x: { type: 'linear', display: false, min: 0, max: end, offset: false },
      y: { type: 'linear', display: false, min: low, max: high },
    },
  };
}

/** The drawn part of a pane: lines, fills and bars, and the dot under the crosshair. */
export function Plot({ datasets, range, end, active }: Props) {
  const chart = useRef<ChartJs<'line' | 'bar'>>(null);
  // The same objects under a moving crosshair: the chart is drawn again, not built again.
  const { low, high } = range;
  const options = useMemo(() => optionsOf({ low, high }, end), [low, high, end]);
  const data = useMemo(() => ({ datasets }), [datasets]);
  // After every render, for an update of the data forgets what was active.
  useEffect(() => {
    const drawn = chart.current;
    if (!drawn) return;
    const exists = active !== null && active < (drawn.data.datasets[0]?.data.length ?? 0);
    drawn.setActiveElements(exists ? [{ datasetIndex: 0, index: active }] : []);
    drawn.draw();
  });
  return (
    <div className={classes.canvas} aria-hidden="true">
      <Chart ref={chart} type="line" data={data} options={options} />
    </div>
  );
}
