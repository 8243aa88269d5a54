import { type ReactNode, startTransition, useCallback, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom';
import { IsLeaving } from '~/hooks/useUrlChoice';
import { basePath } from '~/paths';

/**
 * The router's history, joined to React. Another page is a transition: the page before stays until the
 * code of the next is here. Another choice on the same page (its search parameters) shows at once, for
 * in a transition a controlled box or field would jump back first.
 *
 * It stands for the library's `BrowserRouter`, which knows one of the two only, and for its data router,
 * which knows both but is 15 kB of loaders and actions that nothing here uses.
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
      <IsLeaving value={isLeaving}>{children}</IsLeaving>
    </Router>
  );
}
