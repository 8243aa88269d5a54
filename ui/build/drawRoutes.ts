import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { Screen } from '../prerender/browser.ts';
import type { DrawnRoute } from '../prerender/draw.tsx';

/**
 * Draws every route as React draws it before the server has answered anything, for the browser to go on from
 * (`prerender/main.ts`). In a thread of its own, which has another clock than the build. Styles and their names are those of the
 * build beside it.
 */
export async function drawRoutes(root: string, screens: readonly Screen[]): Promise<DrawnRoute[]> {
  const folder = mkdtempSync(join(tmpdir(), 'marketdeck-pages-'));
  try {
    await compile(root, folder);
    return await new Promise((done, fail) => {
      const worker = new Worker(join(folder, 'main.mjs'), { workerData: screens });
      worker.once('message', (routes: DrawnRoute[]) => {
        done(routes);
        void worker.terminate();
      });
      worker.once('error', fail);
      worker.once('exit', (code) => fail(new Error(`the pages were not drawn: code ${code}`)));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compile(root: string, folder: string): Promise<void> {
  const { default: react } = await import('@vitejs/plugin-react');
  await build({
    root,
    configFile: false,
    publicDir: false,
    base: './',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV) },
    plugins: [react()],
    resolve: { alias: { '~': `${root}/src` } },
    ssr: { noExternal: true },
    build: {
      ssr: `${root}/prerender/main.ts`,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}
