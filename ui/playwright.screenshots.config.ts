import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Takes the README's pictures from the real binary: `npm run screenshots`. */
export default defineConfig({ ...tests, testDir: './screenshots', workers: 1 });
