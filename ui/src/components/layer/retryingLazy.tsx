import { type ComponentType, createContext, type LazyExoticComponent, lazy, useContext } from 'react';

/** The code of a part could not be fetched. Any other error is a bug in the part. */
export class MissingCodeError extends Error {
  constructor(cause: unknown) {
    super("Couldn't fetch the code for part of the page.", { cause });
    this.name = 'MissingCodeError';
  }
}

/** Loads code, or rejects with a {@link MissingCodeError}. */
export const fetchCode = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch((cause) => {
    throw new MissingCodeError(cause);
  });

/** Provides a new object for each attempt of a `LazyBoundary`. */
export const Attempt = createContext<object>({});

/**
 * React's `lazy` with retries: a failed import is repeated at the boundary's next attempt. Within one attempt
 * it is not repeated, because rendering would retry forever.
 */
export function retryingLazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let part: { Content: LazyExoticComponent<ComponentType<P>>; attempt: object } | undefined;
  let hasFailed = false;
  const loadPart = () =>
    fetchCode(load).catch((cause) => {
      hasFailed = true;
      throw cause;
    });
  return function Part(props: P) {
    const attempt = useContext(Attempt);
    if (!part || (hasFailed && part.attempt !== attempt)) {
      hasFailed = false;
      part = { Content: lazy(loadPart), attempt };
    }
    const { Content } = part;
    return <Content {...props} />;
  };
}

type PropsOf<Part> = Part extends ComponentType<infer P> ? P & object : never;

/** Like `retryingLazy`, for one of several parts in a shared chunk: `lazyPart(() => import('./lazyParts'), 'SectorTab')`. */
export const lazyPart = <Parts, Name extends keyof Parts>(load: () => Promise<Parts>, name: Name) =>
  retryingLazy<PropsOf<Parts[Name]>>(() =>
    load().then((parts) => ({ default: parts[name] as ComponentType<PropsOf<Parts[Name]>> })),
  );
