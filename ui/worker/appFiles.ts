import { isGatewayError, withTimeout } from './timeout.ts';

/** A page is small; a server that takes longer than this is away. */
const PAGE_MS = 5_000;

/** The app's own files of one version. Names hold the base path: two apps may share an address. */
export class AppFiles {
  private readonly prefix: string;
  private readonly name: string;
  private readonly known: ReadonlySet<string>;

  constructor(
    private readonly base: string,
    version: string,
    private readonly files: readonly string[],
  ) {
    this.prefix = `marketdeck-app ${base} `;
    this.name = this.prefix + version;
    this.known = new Set(files);
  }

  /** Whether a path below the base is a file of the app. */
  has(path: string): boolean {
    return this.known.has(path);
  }

  /** Fetches the shell and every file. All or nothing: a version that is incomplete is not installed. */
  async install(): Promise<void> {
    const cache = await caches.open(this.name);
    const hashed = (file: string) => file.startsWith('assets/');
    await cache.addAll([
      new Request(this.base, { cache: 'no-store' }),
      ...this.files.map(
        (file) => new Request(this.base + file, { cache: hashed(file) ? 'default' : 'no-cache' }),
      ),
    ]);
  }

  /** Forgets other versions of this app, and no other app. */
  async forgetOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(this.prefix) && name !== this.name);
    await Promise.all(others.map((name) => caches.delete(name)));
  }

  /** A file's content never changes under its name and version: the store first. */
  async file(request: Request): Promise<Response> {
    return (await this.stored(request.url)) ?? fetch(request);
  }

  /** A page: the server's shell, so that a new version is seen; without the server the stored one. */
  async page(request: Request): Promise<Response> {
    try {
      const answer = await withTimeout(PAGE_MS, fetch(request));
      return isGatewayError(answer) ? ((await this.stored(this.base)) ?? answer) : answer;
    } catch {
      return (await this.stored(this.base)) ?? Response.error();
    }
  }

  private async stored(url: string): Promise<Response | undefined> {
    const cache = await caches.open(this.name);
    return cache.match(url, { ignoreVary: true });
  }
}
