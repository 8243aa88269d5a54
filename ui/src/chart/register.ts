import { Chart, Filler, LinearScale, LineController, LineElement, PointElement } from 'chart.js';

// All at once, before the first chart: a later registration blanks existing charts.
Chart.register(Filler, LinearScale, LineController, LineElement, PointElement);
