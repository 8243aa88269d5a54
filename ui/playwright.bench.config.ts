import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Configuration of `npm run bench`, which measures pages in a browser and prints the results without assertions. */
export default defineConfig({ ...tests, testDir: './bench', timeout: 300_000, workers: 1, reporter: 'line' });
