import { defineConfig, devices } from '@playwright/test';
import { chromiumPath } from './e2e/chromium.ts';

/** Browser tests against the real binary; `MARKETDECK_BIN` names it. */
export default defineConfig({
  testDir: './e2e',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  globalSetup: './e2e/globalSetup.ts',
  // Generous: a slow machine is no failure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [['list'], ['html', { open: 'never' }]] : 'list',
  use: {
    baseURL: process.env.MARKETDECK_E2E_URL ?? '',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Prices that flash all the time are drawn by the processor here, and would cost half of it. Tests of the flash ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // A worker would answer before a test's own routes; only pwa.spec.ts wants it.
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
