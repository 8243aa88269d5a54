import { defineConfig, devices } from '@playwright/test';
import { chromiumPath } from './e2e/chromium.ts';

/** Configuration of the browser tests, which run against the real binary (`MARKETDECK_BIN`). */
export default defineConfig({
  testDir: './e2e',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  globalSetup: './e2e/globalSetup.ts',
  // The timeouts are long, so that tests don't fail on a slow machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // More workers than cores of a small machine, because many tests wait for a timer or a server.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [['list'], ['html', { open: 'never' }]] : 'list',
  use: {
    baseURL: process.env.MARKETDECK_E2E_URL ?? '',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Without a GPU, flashing prices would use half of the CPU. Tests of the flash turn this off.
    contextOptions: { reducedMotion: 'reduce' },
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // A service worker would respond before the routes of a test. Tests of the service worker turn this off.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'chromium', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
  ],
});
