import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { createQueryClient } from '~/api/queries';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { usePrinting } from '~/hooks/usePrinting';
import { useForcedScheme } from '~/state/forcedScheme';
import { useSetting } from '~/state/settings';
import { AppFailed } from './AppFailed';
import { PageRouter } from './PageRouter';
import { Pages } from './Pages';
import { schemeManager } from './schemeManager';
import { resolverFor, themeFor } from './theme';

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
        <PageRouter>
          <Pages />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}
