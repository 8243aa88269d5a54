import { Outlet, ScrollRestoration } from 'react-router-dom';
import { ToastArea } from '~/components/ToastArea';

/** What stands around every page. */
export function Shell() {
  return (
    <>
      <main id="content">
        <Outlet />
      </main>
      <ToastArea />
      <ScrollRestoration />
    </>
  );
}
