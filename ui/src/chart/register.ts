import { Chart, Filler, LinearScale, LineController, LineElement, PointElement } from 'chart.js';

// Registers everything before the first chart, because a later registration blanks existing charts.
Chart.register(Filler, LinearScale, LineController, LineElement, PointElement);
