import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { createQueryClient } from '~/api/queries';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { usePrinting } from '~/hooks/usePrinting';
import { paths } from '~/paths';
import { type Route as PageRoute, ROUTES } from '~/routes';
import { useForcedScheme } from '~/state/forcedScheme';
import { markHydrated } from '~/state/hydration';
import { useSetting } from '~/state/settings';
import classes from './App.module.css';
import { AppFailed } from './AppFailed';
import { Kiosk } from './kiosk/Kiosk';
import { kioskBoard } from './kiosk/kioskBoard';
import { PageFailed } from './PageFailed';
import { PageRouter } from './PageRouter';
import { PageTitle } from './PageTitle';
import { clearFailures, componentOf } from './pageCode';
import { schemeManager } from './schemeManager';
import { Shell } from './shell/Shell';
import { resolverFor, themeFor } from './theme';
import { useFormats } from './useFormats';
import { useSharedSettings } from './useSharedSettings';

/** The app's query cache. */
export const queryClient = createQueryClient();

/** The app. `onMounted` is called when the app is in the document for the first time. */
export function App({ onMounted }: { onMounted: () => void }) {
  useLayoutEffect(onMounted, [onMounted]);
  return (
    <ErrorBoundary fallback={<AppFailed />}>
      <ThemedApp />
    </ErrorBoundary>
  );
}

function ThemedApp() {
  const [direction] = useSetting('direction-colours');
  const printing = usePrinting();
  const boardScheme = useForcedScheme();
  const scheme = printing ? 'light' : boardScheme;
  return (
    <MantineProvider
      theme={themeFor(direction)}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      {...(scheme && { forceColorScheme: scheme })}
      cssVariablesResolver={resolverFor(direction)}
    >
      <QueryClientProvider client={queryClient}>
        <SharedSettings />
        <PageRouter>
          <Pages />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Loads and saves the settings that devices share. A separate component, so that their arrival does not render the whole page. */
function SharedSettings() {
  useSharedSettings();
  return null;
}

/** Renders the page of the current address inside the shell; a kiosk board has no shell. */
function Pages() {
  const board = kioskBoard(useLocation());
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
      fallback={<div className={classes.loading} role="status" aria-busy="true" aria-label="Loading" />}
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
