import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { rootRem } from '~/hooks/useSizeInRem';
import type { Boxes } from './frame';
import type { Drawing } from './model';
import { ChartRenderer } from './renderer';

/** Measures a chart's layout. The canvas covers the plot and the value axis. */
function boxesOf(stage: HTMLElement, canvas: HTMLElement): Boxes {
  const panes = [...stage.querySelectorAll<HTMLElement>('[data-pane]')];
  const times = stage.querySelector<HTMLElement>('[data-times]');
  const host = canvas.parentElement as HTMLElement;
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    plotWidth: stage.clientWidth,
    panes: panes.map(({ offsetTop, offsetHeight }) => ({ top: offsetTop, height: offsetHeight })),
    timesTop: times?.offsetTop ?? host.clientHeight,
    rem: rootRem(),
    fontFamily: getComputedStyle(stage).fontFamily,
  };
}

/**
 * Draws on a chart's canvas. `size` is any value that changes when the layout must be measured again. `renderer` is set
 * while the canvas exists.
 */
export function useRenderer(
  renderer: RefObject<ChartRenderer | null>,
  stage: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  drawing: Drawing,
  size: string,
): void {
  useLayoutEffect(() => {
    const [stageElement, canvasElement] = [stage.current, canvas.current];
    if (!stageElement || !canvasElement) return;
    const chartRenderer = new ChartRenderer(canvasElement, () => boxesOf(stageElement, canvasElement));
    renderer.current = chartRenderer;
    return () => chartRenderer.destroy();
  }, [renderer, stage, canvas]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the size
  useEffect(() => renderer.current?.resize(), [renderer, size]);
  useEffect(() => renderer.current?.set(drawing), [renderer, drawing]);
}
