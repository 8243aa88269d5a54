import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '~/api/queries';
import { usePrinting } from '~/hooks/usePrinting';
import { useSetting } from '~/state/settings';
import { PageRouter } from './PageRouter';
import { Pages } from './Pages';
import { schemeManager } from './schemeManager';
import { resolverFor, themeFor } from './theme';

const queryClient = createQueryClient();

export function App() {
  const [direction] = useSetting('direction-colours');
  const printing = usePrinting();
  return (
    <MantineProvider
      theme={themeFor(direction)}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      {...(printing && { forceColorScheme: 'light' })}
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
