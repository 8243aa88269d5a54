import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Configuration of `npm run screenshots`, which takes screenshots of the real binary. */
export default defineConfig({ ...tests, testDir: './screenshots', workers: 1 });
