import { startServer } from './server.ts';

/** One server for all tests; `MARKETDECK_E2E_URL` names a running one instead. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.MARKETDECK_E2E_URL) return;
  const server = await startServer();
  process.env.MARKETDECK_E2E_URL = server.url;
  return server.stop;
}
