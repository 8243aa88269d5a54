/**
 * The server's time, as this page knows it: a sample market may live at another hour than this device, and
 * a device's clock may be wrong. What the server last said is carried on by the device's clock, also while
 * the server cannot be reached.
 */
let offset = 0;

/** Learns the server's time from an answer that was just heard: milliseconds. */
export function setServerTime(time: number): void {
  offset = time - Date.now();
}

/** Milliseconds; the device's own time until the server has said its own. */
export const serverNow = (): number => Date.now() + offset;
