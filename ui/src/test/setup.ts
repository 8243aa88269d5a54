import { afterEach } from 'vitest';

// Most tests need no document; one that does is called `.dom.test`.
if (typeof window !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup, configure } = await import('@testing-library/react');
  // Generous: a slow machine is no failure.
  configure({ asyncUtilTimeout: 20_000 });
  afterEach(cleanup);

  // jsdom has no layout: Mantine asks for these at its first render.
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
