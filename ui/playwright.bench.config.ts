import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Measures charts in a browser, prints the figures and asserts none: `npm run bench`. */
export default defineConfig({ ...tests, testDir: './bench', timeout: 300_000, workers: 1, reporter: 'line' });
