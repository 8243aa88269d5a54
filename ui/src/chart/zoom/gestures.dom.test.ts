import { attachGestures } from './gestures';
import type { ZoomTarget } from './target';

/** A chart of ten points, and what a turn of the wheel over it, or a scroll of the page, does at a moment. */
function chart() {
  const [plot, times] = [document.createElement('div'), document.createElement('div')];
  document.body.replaceChildren(plot, times);
  const whole = { from: 0, to: 9 };
  const show = vi.fn();
  const nothing = () => undefined;
  const target: ZoomTarget = {
    view: whole,
    bounds: whole,
    isZoomed: false,
    show,
    reset: nothing,
    changeText: String,
    onSelecting: nothing,
    positions: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    visible: { first: 0, last: 9 },
    active: null,
    span: null,
    select: nothing,
    point: nothing,
  };
  onTestFinished(attachGestures(plot, times, () => target));
  const dispatch = (place: EventTarget, event: Event, timeStamp: number) => {
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    place.dispatchEvent(event);
  };
  return {
    show,
    wheel: (place: EventTarget, timeStamp: number) =>
      dispatch(place, new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }), timeStamp),
    scroll: (timeStamp: number) => dispatch(window, new Event('scroll'), timeStamp),
    plot,
  };
}

test('a wheel that has just scrolled the page goes on scrolling it over a chart', () => {
  const { show, wheel, scroll, plot } = chart();
  wheel(document.body, 1000);
  scroll(1016);
  wheel(plot, 1200);
  scroll(1216);
  wheel(plot, 1400);
  expect(show).not.toHaveBeenCalled();
  wheel(plot, 1600);
  expect(show).toHaveBeenCalledOnce();
});

test('a page that moves by itself keeps no wheel from zooming', () => {
  const { show, wheel, scroll, plot } = chart();
  scroll(1000);
  wheel(plot, 1100);
  expect(show).toHaveBeenCalledOnce();
  // The wheel that zoomed has scrolled nothing either.
  scroll(1200);
  wheel(plot, 1300);
  expect(show).toHaveBeenCalledTimes(2);
});

test('a pinch outward over the whole range does not zoom the browser, and a plain wheel scrolls the page', () => {
  const { show, plot } = chart();
  const wheel = (ctrlKey: boolean) => {
    const event = new WheelEvent('wheel', { deltaY: 100, ctrlKey, bubbles: true, cancelable: true });
    plot.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([wheel(true), wheel(false)]).toEqual([true, false]);
  expect(show).not.toHaveBeenCalled();
});
