import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { takeFirstAnswers } from '~/api/firstAnswers';
import { createQueryClient } from '~/api/queries';
import { usePrinting } from '~/hooks/usePrinting';
import { useSetting } from '~/state/settings';
import { PageRouter } from './PageRouter';
import { Pages } from './Pages';
import { schemeManager } from './schemeManager';
import { resolverFor, themeFor } from './theme';

const queryClient = createQueryClient();
/** Has the app begin with the answers that came with the page, and gives their calls. */
export const takeAnswers = (): string[] => takeFirstAnswers(queryClient);

/** `onDrawn`: hears when it stands in the document for the first time. */
export function App({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn]);
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
