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
import { contentOf, forgetFailures } from './pageCode';
import { Shell } from './shell/Shell';
import { useFormats } from './useFormats';
import { useSharedSettings } from './useSharedSettings';

/** The page of an address, inside the shell; a board on a wall stands alone. */
export function Pages() {
  const board = kioskBoard(useLocation());
  useSharedSettings();
  const formats = useFormats();
  if (board !== undefined) return <Kiosk key={formats} name={board} />;
  return (
    <Routes>
      <Route element={<Shell formats={formats} />}>
        <Route element={<Frame />}>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path} element={<Page route={route} formats={formats} />} />
          ))}
        </Route>
      </Route>
    </Routes>
  );
}

function Frame() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address, whatever it is
  useEffect(forgetFailures, [pathname]);
  return (
    <Suspense
      fallback={<div className={classes.coming} role="status" aria-busy="true" aria-label="Loading" />}
    >
      <ErrorBoundary renewedBy={pathname} fallback={<PageFailed />}>
        <Outlet />
      </ErrorBoundary>
    </Suspense>
  );
}

/** Drawn anew in other formats, but for the page where they are chosen, which would lose the reader's place. */
function Page({ route, formats }: { route: PageRoute; formats: string }) {
  const Content = contentOf(route);
  useEffect(markHydrated, []);
  return (
    <>
      <PageTitle title={route.title} />
      <Content key={route.path === paths.settings ? undefined : formats} />
    </>
  );
}
