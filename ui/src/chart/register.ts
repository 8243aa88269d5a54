import {
  BarController,
  BarElement,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';

// Everything at once and before the first chart: registering later blanks charts that exist.
Chart.register(BarController, BarElement, Filler, LinearScale, LineController, LineElement, PointElement);
