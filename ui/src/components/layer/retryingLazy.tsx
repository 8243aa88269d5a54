import { type ComponentType, createContext, type LazyExoticComponent, lazy, useContext } from 'react';

/** A value of its own for every time a `LazyBoundary` is tried. */
export const Attempt = createContext<object>({});

/**
 * React's `lazy`, but code that could not be fetched is asked for again at the boundary's next attempt.
 * Within one attempt a failure stays: rendering would ask for ever.
 */
export function retryingLazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let part: { Content: LazyExoticComponent<ComponentType<P>>; attempt: object } | undefined;
  let failed = false;
  const ask = () =>
    load().catch((cause) => {
      failed = true;
      throw cause;
    });
  return function Part(props: P) {
    const attempt = useContext(Attempt);
    if (!part || (failed && part.attempt !== attempt)) {
      failed = false;
      part = { Content: lazy(ask), attempt };
    }
    const { Content } = part;
    return <Content {...props} />;
  };
}
