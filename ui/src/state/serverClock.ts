/**
 * The server's time: a sample market may run at another time than this device, and a device's clock may be wrong. The device's
 * clock counts on from the last time received, also while the server is unreachable.
 */
let offset = 0;

/** Sets the server's time from a response that just arrived, in Unix milliseconds. */
export function setServerTime(time: number): void {
  offset = time - Date.now();
}

/** Returns the server's time in Unix milliseconds; the device's time until the server's is known. */
export const serverNow = (): number => Date.now() + offset;
