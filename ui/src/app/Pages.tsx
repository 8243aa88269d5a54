import { Suspense, useEffect } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { paths } from '~/paths';
import { type Route as PageRoute, ROUTES } from '~/routes';
import { markHydrated } from '~/state/hydration';
import { Kiosk } from './kiosk/Kiosk';
import { kioskBoard } from './kiosk/kioskBoard';
import { PageFailed } from './PageFailed';
import classes from './Pages.module.css';
import { PageTitle } from './PageTitle';
import { clearFailures, componentOf } from './pageCode';
import { Shell } from './shell/Shell';
import { useFormats } from './useFormats';
import { useSharedSettings } from './useSharedSettings';

/** Renders the page of the current address inside the shell; a kiosk board has no shell. */
export function Pages() {
  const board = kioskBoard(useLocation());
  useSharedSettings();
  const formats = useFormats();
  if (board !== undefined) return <Kiosk key={formats} name={board} />;
  return (
    <Routes>
      <Route element={<Shell formats={formats} />}>
        <Route element={<PageBoundary />}>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path} element={<Page route={route} formats={formats} />} />
          ))}
        </Route>
      </Route>
    </Routes>
  );
}

/** Shows a placeholder while a page's code is loading, and a message if the page fails. */
function PageBoundary() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address
  useEffect(clearFailures, [pathname]);
  return (
    <Suspense
      fallback={<div className={classes.coming} role="status" aria-busy="true" aria-label="Loading" />}
    >
      <ErrorBoundary resetKey={pathname} fallback={<PageFailed />}>
        <Outlet />
      </ErrorBoundary>
    </Suspense>
  );
}

/** A page. It is remounted when number and time formats change, except the settings page, which would lose its scroll position. */
function Page({ route, formats }: { route: PageRoute; formats: string }) {
  const Content = componentOf(route);
  useEffect(markHydrated, []);
  return (
    <>
      <PageTitle title={route.title} />
      <Content key={route.path === paths.settings ? undefined : formats} />
    </>
  );
}
