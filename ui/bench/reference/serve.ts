import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { build } from 'vite';
import { precompress } from '../../build/precompress.ts';

const ROOT = import.meta.dirname;
const DIST = resolve(ROOT, '../../test-results/reference');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface Reference {
  /** URL of the page, with a trailing slash. */
  url: string;
  stop: () => void;
}

/** Builds the reference page and serves it on a free port, precompressed as Marketdeck serves its files. */
export async function serveReference(): Promise<Reference> {
  const { default: react } = await import('@vitejs/plugin-react');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), precompress()],
    build: { outDir: DIST, emptyOutDir: true, target: 'es2022' },
  });
  const server = createServer((request, response) => {
    const path = join(DIST, new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    const compressed = `${file}.br`;
    const isCompressed = existsSync(compressed);
    if (!file.startsWith(DIST) || !(isCompressed || existsSync(file))) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(isCompressed && { 'content-encoding': 'br' }),
    });
    createReadStream(isCompressed ? compressed : file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
