import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient } from '~/api/queries';
import { createRouter } from './router';
import { useDirectionColours } from './settings';
import { resolverFor, theme } from './theme';

const queryClient = createQueryClient();
const router = createRouter();

export function App() {
  const [direction] = useDirectionColours();
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={resolverFor(direction)}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
