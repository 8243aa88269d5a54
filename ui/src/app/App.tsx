import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '~/api/queries';
import { PageRouter } from './PageRouter';
import { Pages } from './Pages';
import { useDirectionColours } from './settings';
import { resolverFor, themeFor } from './theme';

const queryClient = createQueryClient();

export function App() {
  const [direction] = useDirectionColours();
  return (
    <MantineProvider
      theme={themeFor(direction)}
      defaultColorScheme="auto"
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
