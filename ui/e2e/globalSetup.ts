import { chromiumPath } from './chromium.ts';
import { createSampleMarket, type Server, startServer } from './server.ts';

/** Starts one server for all tests, unless `MARKETDECK_E2E_URL` is the URL of a running server. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (!chromiumPath()) throw new Error('Chromium was not found: install it, or set CHROMIUM to its path.');
  const removeSampleMarket = await createSampleMarket();
  if (process.env.MARKETDECK_E2E_URL) return async () => removeSampleMarket();
  const server = await startServer();
  process.env.MARKETDECK_E2E_URL = server.url;
  await deleteSampleAlerts(server);
  return async () => {
    await server.stop();
    removeSampleMarket();
  };
}

/** Deletes the sample alerts, which would fire during other tests. */
async function deleteSampleAlerts({ url }: Server): Promise<void> {
  for (;;) {
    const alerts: { id: number }[] = await (await fetch(`${url}api/alerts`)).json();
    for (const { id } of alerts) await fetch(`${url}api/alerts/${id}`, { method: 'DELETE' });
    if (alerts.length > 0) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}
