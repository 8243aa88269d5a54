/** No result in time. */
export class TimeoutError extends Error {}

/** Rejects after a time limit: a server that is switched off does not refuse connections, and browsers wait for minutes. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new TimeoutError(`nothing within ${milliseconds} ms`)), milliseconds);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}

/** Returns true for the error of a reverse proxy whose server is down. Marketdeck itself sends neither status. */
export const isGatewayError = ({ status }: Response) => status === 502 || status === 504;
