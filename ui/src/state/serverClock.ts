/**
 * The server's time minus this device's, in milliseconds. They differ if the device's clock is wrong, or if a sample market runs at
 * another time.
 */
let offset = 0;

/** Sets the server's time, from a response that just arrived. `time` is in Unix milliseconds. */
export function setServerTime(time: number): void {
  offset = time - Date.now();
}

/** Returns the server's time in Unix milliseconds; the device's time until the server's is known. */
export const serverNow = (): number => Date.now() + offset;
