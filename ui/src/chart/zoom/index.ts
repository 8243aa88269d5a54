// The code for zooming and panning, in one chunk: fetched when a chart is first hovered, touched or focused.
export { attachGestures } from './gestures';
export { pressed } from './keys';
export { edgesOf } from './select';
export { spanLayer } from './spanLayer';
export { spanText } from './spanText';
