import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { basePath } from '~/paths';
import { PageFailed } from './PageFailed';
import { PageTitle } from './PageTitle';
import { type PageRoute, pages } from './routes';
import { Shell } from './shell/Shell';

function route({ path, title, load }: PageRoute): RouteObject {
  return {
    path,
    lazy: async () => {
      const { default: Page } = await load();
      return {
        element: (
          <>
            <PageTitle title={title} />
            <Page />
          </>
        ),
      };
    },
  };
}

export function createRouter() {
  const inside: RouteObject = { errorElement: <PageFailed />, children: pages.map(route) };
  return createBrowserRouter([{ element: <Shell />, hydrateFallbackElement: <div />, children: [inside] }], {
    basename: basePath(),
  });
}
