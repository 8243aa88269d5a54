import { afterEach } from 'vitest';

// Only tests named `.dom.test` have a document.
if (typeof window !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup, configure } = await import('@testing-library/react');
  // The timeout is long, so that tests don't fail on a slow machine.
  configure({ asyncUtilTimeout: 20_000 });
  afterEach(cleanup);

  // jsdom lacks these, because it has no layout and no navigation. Mantine needs two of them at its first render.
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  performance.getEntriesByType ??= () => [];
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
