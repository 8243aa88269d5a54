// What zooming needs, in one file of its own: fetched when a pointer, a finger or the keyboard reaches a chart.
export { attachGestures } from './gestures';
export { pressed } from './keys';
export { edgesOf } from './select';
export { spanLayer } from './spanLayer';
export { spanText } from './spanText';
