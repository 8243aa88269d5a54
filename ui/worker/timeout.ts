/** Thrown by `withTimeout` if the work took too long. */
export class TimeoutError extends Error {}

/** Rejects after a time limit. Without one, a browser waits for minutes for a computer that is switched off. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TimeoutError(`timed out after ${milliseconds} ms`)),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Returns true if a reverse proxy reports that the server is down. Marketdeck itself never sends these statuses. */
export const isGatewayError = ({ status }: Response) => status === 502 || status === 504;
