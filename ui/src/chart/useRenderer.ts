import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { rootRem } from '~/hooks/useSizeInRem';
import type { Boxes } from './frame';
import type { Drawing } from './model';
import { ChartRenderer } from './renderer';

/** Where CSS has put the parts of a stage; the canvas fills it and the value axis beside it. */
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

/** Draws on the canvas of a stage; `size` is anything that changes when the stage has to be measured again. */
export function useRenderer(
  stage: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  drawing: Drawing,
  size: string,
): void {
  const renderer = useRef<ChartRenderer | null>(null);
  useLayoutEffect(() => {
    const [place, paper] = [stage.current, canvas.current];
    if (!place || !paper) return;
    const made = new ChartRenderer(paper, () => boxesOf(place, paper));
    renderer.current = made;
    return () => made.destroy();
  }, [stage, canvas]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is the reason, and no argument.
  useEffect(() => renderer.current?.resize(), [size]);
  useEffect(() => renderer.current?.set(drawing), [drawing]);
}
