import { type ReactNode, startTransition, useCallback, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom';
import { IsLeavingContext } from '~/hooks/useUrlChoice';
import { basePath } from '~/paths';

/**
 * Connects the router's history to React. Navigating to another page is a transition: the old page stays until the new one's code is
 * loaded. Changed search parameters render immediately, because in a transition a controlled input would jump back first.
 *
 * The library's `BrowserRouter` renders both kinds of navigation in the same way. Its data router can distinguish them, but adds 15 kB of
 * loaders and actions that the app does not use.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  const { pathname } = state.location;
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        const show = () => setState({ action, location });
        if (location.pathname === pathname) show();
        else startTransition(show);
      }),
    [history, pathname],
  );
  const isLeaving = useCallback(() => history.location.pathname !== pathname, [history, pathname]);
  return (
    <Router basename={basePath()} navigator={history} location={state.location} navigationType={state.action}>
      <IsLeavingContext value={isLeaving}>{children}</IsLeavingContext>
    </Router>
  );
}
