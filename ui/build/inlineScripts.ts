import { build, type Plugin } from 'vite';

/** Matches a comment in `index.html` such as `<!-- script: prerender/inline/firstPaint.ts -->`. */
const PLACEHOLDER = /<!-- script: (\S+) -->/g;

/**
 * Compiles scripts from TypeScript and inserts them into the HTML, because a separate file would delay the first paint. The server's
 * content security policy allows exactly these scripts (`src/web/http/page.rs`).
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
        const files = [...new Set([...html.matchAll(PLACEHOLDER)].map(([, file = '']) => file))];
        const codes = new Map(
          await Promise.all(files.map(async (file) => [file, await compile(root, file)] as const)),
        );
        return html.replace(PLACEHOLDER, (_, file) => `<script>${codes.get(file)}</script>`);
      },
    },
  };
}

/** The script of the sign-in page. The page is rendered by the server, so the file has a fixed name. */
const SIGN_IN = { entry: 'src/signIn.ts', fileName: 'sign-in.js' };

/** Adds the script of the sign-in page to the build. */
export function signInScript(): Plugin {
  let root = '';
  return {
    name: 'sign-in-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      const source = await compile(root, SIGN_IN.entry);
      this.emitFile({ type: 'asset', fileName: SIGN_IN.fileName, source });
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
  // Escapes '</', which could end the script element.
  return bundle.output[0].code.trim().replaceAll('</', '<\\/');
}
