import { Chart, Filler, LineController, LineElement, PointElement } from 'chart.js';
import { PlainScale } from './plainScale';

// Registers everything before the first chart, because a later registration blanks existing charts.
Chart.register(Filler, PlainScale, LineController, LineElement, PointElement);
