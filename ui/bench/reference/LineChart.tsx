import {
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';
import { useEffect, useRef } from 'react';

Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement, Filler);

/** A line chart of prices, drawn by chart.js. */
export function LineChart({ points }: { points: readonly number[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const chart = new Chart(canvas.current, {
      type: 'line',
      data: {
        labels: points.map((_, day) => day + 1),
        datasets: [{ data: [...points], pointRadius: 0, fill: true, borderWidth: 2 }],
      },
      options: { animation: false, maintainAspectRatio: false },
    });
    return () => chart.destroy();
  }, [points]);
  return (
    <div style={{ height: 300 }}>
      <canvas ref={canvas} role="img" aria-label="Prices of a year" />
    </div>
  );
}
