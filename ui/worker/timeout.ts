/** There was nothing within the time. */
export class TimeoutError extends Error {}

/** A home server that is switched off refuses nothing, it is silent: the browser would wait for minutes. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new TimeoutError(`nothing within ${milliseconds} ms`)), milliseconds);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}

/** A reverse proxy in front of a server that is down. Marketdeck itself says neither. */
export const isGatewayError = ({ status }: Response) => status === 502 || status === 504;
