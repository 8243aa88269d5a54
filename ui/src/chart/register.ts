import { Chart, Filler, LinearScale, LineController, LineElement, PointElement } from 'chart.js';

// Everything at once and before the first chart: registering later blanks charts that exist.
Chart.register(Filler, LinearScale, LineController, LineElement, PointElement);
