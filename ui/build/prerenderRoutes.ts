import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { Layout } from '../prerender/layouts.ts';
import type { PrerenderedRoute } from '../prerender/renderRoutes.tsx';

/**
 * Renders every route to HTML, for the browser to hydrate. Runs `prerender/worker.ts` in a separate thread, because the worker replaces
 * the clock and other globals. Class names are the same as in the app's build.
 */
export async function prerenderRoutes(root: string, layouts: readonly Layout[]): Promise<PrerenderedRoute[]> {
  const folder = mkdtempSync(join(tmpdir(), 'marketdeck-pages-'));
  try {
    await compile(root, folder);
    return await new Promise((resolve, reject) => {
      const worker = new Worker(join(folder, 'main.mjs'), { workerData: layouts });
      worker.once('message', (routes: PrerenderedRoute[]) => {
        resolve(routes);
        void worker.terminate();
      });
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the pages were not rendered: exit code ${code}`)));
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
      ssr: `${root}/prerender/worker.ts`,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}
