import { build, type Plugin } from 'vite';

/** `<!-- script: prerender/inline/firstPaint.ts -->` in `index.html`. */
const PLACE = /<!-- script: (\S+) -->/g;

/**
 * Puts scripts into the page itself, compiled from TypeScript: a file of its own would hold back the first paint. The server's
 * content security policy allows exactly these texts (`src/web/http/page.rs`).
 */
export function inlineScripts(): Plugin {
  let root = '';
  return {
    name: 'inline-scripts',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const files = [...new Set([...html.matchAll(PLACE)].map(([, file = '']) => file))];
        const codes = new Map(
          await Promise.all(files.map(async (file) => [file, await compile(root, file)] as const)),
        );
        return html.replace(PLACE, (_, file) => `<script>${codes.get(file)}</script>`);
      },
    },
  };
}

async function compile(root: string, file: string): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${root}/${file}`, formats: ['iife'], name: 'inline' },
    },
  });
  const [bundle] = [output].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`${file} was not compiled`);
  // Not to end the script's element.
  return bundle.output[0].code.trim().replaceAll('</', '<\\/');
}
