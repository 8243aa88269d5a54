// The code for zooming and panning, in one chunk that is fetched when a chart is first hovered, touched or focused.
export { attachGestures } from './gestures';
export { handleZoomKey } from './keys';
export { Pan } from './pan';
export { edgesOf } from './select';
export { spanLayer } from './spanLayer';
export { spanText } from './spanText';
