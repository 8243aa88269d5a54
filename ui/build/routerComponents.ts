import type { Plugin } from 'vite';

/** Matches `Link.displayName = "Link";` and the like. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
const COMPONENT = /= (React\d*\.forwardRef\()/g;

/**
 * Lets the bundler drop the router's unused components, such as its `Link` with the prefetching of a server framework (see
 * `src/components/Link.tsx`): without these marks it can't know that creating a component has no side effects.
 */
export function routerComponents(): Plugin {
  return {
    name: 'router-components',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.mjs$/ },
      handler: (code) => ({
        code: code.replace(DISPLAY_NAME, '').replace(COMPONENT, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}
