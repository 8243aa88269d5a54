import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { START } from './pageFiles.ts';

type Bundle = Rolldown.OutputBundle;

/** Modules that only a native wrapper loads. */
const NATIVE = /\/src\/native\/|\/@capacitor\//;

function publicFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Returns the files that every page needs: imports of the entry and the app, with styles and fonts. */
function firstFilesOf(bundle: Bundle, folder: string): string[] {
  const names = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || names.has(name)) return;
    names.add(name);
    for (const file of chunk.viteMetadata?.importedCss ?? []) names.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) names.add(file);
    chunk.imports.forEach(visit);
  };
  for (const item of Object.values(bundle))
    if (item.type === 'chunk' && (item.isEntry || item.facadeModuleId?.endsWith(`/${START}`)))
      visit(item.fileName);
  // The set avoids duplicates, with which the installation would fail.
  for (const name of Object.keys(bundle)) if (name.endsWith('.woff2')) names.add(name);
  for (const file of publicFiles(folder)) if (!file.startsWith('icons/')) names.add(file);
  return [...names].sort();
}

/** Returns all files of the app: scripts, styles and fonts of the build, and the public files. */
function filesOf(bundle: Bundle, folder: string): string[] {
  const builtFiles = Object.values(bundle)
    .filter((item) => item.fileName.startsWith('assets/'))
    .filter((item) => item.type !== 'chunk' || !NATIVE.test(item.facadeModuleId ?? ''))
    .map((item) => item.fileName);
  return [...builtFiles, ...publicFiles(folder)].sort();
}

/** Returns a version that changes with any file: a hash of all names, some of which contain hashes, and of the other files' contents. */
function versionOf(files: string[], bundle: Bundle, folder: string): string {
  const hash = createHash('sha256').update(files.join('\n'));
  const shell = bundle['index.html'];
  if (shell?.type === 'asset') hash.update(shell.source);
  for (const file of publicFiles(folder).sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

const shortHash = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The generated types of the API's responses (`scripts/generate-types`). */
const API = 'src/api/generated/schema.d.ts';

/** Adds `service-worker.js` to the build, with the list of the app's files. */
export function serviceWorker(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      folder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = filesOf(bundle, folder);
        const code = await compile(resolve(root, 'worker/main.ts'), {
          __VERSION__: JSON.stringify(versionOf(files, bundle, folder)),
          __FILES__: JSON.stringify(files),
          __FIRST_FILES__: JSON.stringify(firstFilesOf(bundle, folder)),
          __API__: JSON.stringify(shortHash(readFileSync(resolve(root, API)))),
        });
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
      },
    },
  };
}

async function compile(input: string, define: Record<string, string>): Promise<string> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const [first] = [output].flat();
  if (!first || !('output' in first)) throw new Error('the service worker was not built');
  return first.output[0].code;
}
