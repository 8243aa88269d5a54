import { attachGestures } from './gestures';
import type { ZoomTarget } from './target';

/** Returns a chart of ten points, and functions that turn the wheel over it or scroll the page at a given time. */
function chart() {
  const [plot, times] = [document.createElement('div'), document.createElement('div')];
  document.body.replaceChildren(plot, times);
  const whole = { from: 0, to: 9 };
  const show = vi.fn();
  const noop = () => undefined;
  const target: ZoomTarget = {
    view: whole,
    bounds: whole,
    isZoomed: false,
    show,
    pan: noop,
    viewportOf: (view) => view,
    origin: '2026-11-20T14:30:00Z',
    reset: noop,
    changeText: String,
    onSelecting: noop,
    positions: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    visible: { first: 0, last: 9 },
    active: null,
    span: null,
    select: noop,
    point: noop,
  };
  onTestFinished(attachGestures(plot, times, () => target));
  const dispatch = (target: EventTarget, event: Event, timeStamp: number) => {
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    target.dispatchEvent(event);
  };
  return {
    show,
    wheel: (target: EventTarget, timeStamp: number) =>
      dispatch(target, new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }), timeStamp),
    scroll: (timeStamp: number) => dispatch(window, new Event('scroll'), timeStamp),
    plot,
  };
}

test('a wheel that just scrolled the page keeps scrolling it over a chart', () => {
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

test('a page that scrolls without the wheel does not prevent the wheel from zooming', () => {
  const { show, wheel, scroll, plot } = chart();
  scroll(1000);
  wheel(plot, 1100);
  expect(show).toHaveBeenCalledOnce();
  // The wheel that zoomed did not scroll the page either.
  scroll(1200);
  wheel(plot, 1300);
  expect(show).toHaveBeenCalledTimes(2);
});

test('zooming out at the whole range does not zoom the browser with Ctrl, and scrolls the page without', () => {
  const { show, plot } = chart();
  const wheel = (ctrlKey: boolean) => {
    const event = new WheelEvent('wheel', { deltaY: 100, ctrlKey, bubbles: true, cancelable: true });
    plot.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([wheel(true), wheel(false)]).toEqual([true, false]);
  expect(show).not.toHaveBeenCalled();
});
