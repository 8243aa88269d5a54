import { forgetOthers } from './forgetOthers.ts';
import { isGatewayError, withTimeout } from './timeout.ts';

/** Timeout for a page: a server that takes longer is unreachable. */
const PAGE_MS = 5_000;
/** Timeout for checking a file without a hash in its name, because the page waits for it. */
const CHECK_MS = 2_000;

/** Returns true for files with a content hash in their name. */
const isHashed = (file: string) => file.startsWith('assets/');

/** The app's files of one version, cached. Cache names contain the base path: two apps may share a host. */
export class AppFiles {
  private readonly prefix: string;
  private readonly name: string;
  private readonly known: ReadonlySet<string>;
  /** False if the last page could not be fetched from the server: then nothing waits for it. */
  private serverAnswers = true;

  constructor(
    private readonly base: string,
    version: string,
    /** Files that every page needs, below the base. */
    private readonly firstFiles: readonly string[],
    /** All files. */
    private readonly files: readonly string[],
  ) {
    this.prefix = `marketdeck-app ${base} `;
    this.name = this.prefix + version;
    this.known = new Set(files);
  }

  /** Returns true if a path below the base is a file of the app. */
  has(path: string): boolean {
    return this.known.has(path);
  }

  /** Caches the HTML page and the files that every page needs, all or nothing. The rest is cached on first use, or by `storeRest`. */
  async install(): Promise<void> {
    const cache = await caches.open(this.name);
    await cache.addAll([
      // A redirect to a sign-in page must not be cached as the app.
      new Request(this.base, { cache: 'no-store', redirect: 'error' }),
      ...this.firstFiles.map((file) => this.requestOf(file)),
    ]);
  }

  private requestOf(file: string): Request {
    return new Request(this.base + file, { cache: isHashed(file) ? 'default' : 'no-cache' });
  }

  /** Caches a file; returns false if it could not be fetched. */
  async store(file: string): Promise<boolean> {
    const request = this.requestOf(file);
    if (await this.stored(request.url)) return true;
    return this.put(request.url, await fetch(request));
  }

  /** Caches the remaining files one after another; stops at the first failure until the next time. */
  async storeRest(): Promise<void> {
    const cache = await caches.open(this.name);
    const stored = new Set((await cache.keys()).map(({ url }) => url));
    const missing = this.files.filter((file) => !stored.has(this.requestOf(file).url));
    for (const file of missing) if (!(await this.store(file))) return;
  }

  private async put(url: string, answer: Response): Promise<boolean> {
    if (!answer.ok) return false;
    const cache = await caches.open(this.name);
    await cache.put(url, answer);
    return true;
  }

  /** Deletes the files of other versions of this app. */
  async forgetOthers(): Promise<void> {
    await forgetOthers(this.prefix, this.name);
  }

  /**
   * Returns a file: a hashed one from the cache first. Others (the manifest, icons) may change with an upgrade, so the browser checks
   * them by ETag.
   */
  async file(request: Request, background: (work: Promise<unknown>) => void): Promise<Response> {
    const stored = await this.stored(request.url);
    if (!stored) {
      const answer = await fetch(request);
      background(this.put(request.url, answer.clone()));
      return answer;
    }
    const path = new URL(request.url).pathname.slice(this.base.length);
    return isHashed(path) || !this.serverAnswers ? stored : this.renewed(request, stored);
  }

  /** Fetches a file and caches it if it changed; falls back to the cached one on a failure or timeout. */
  private async renewed(request: Request, stored: Response): Promise<Response> {
    try {
      const answer = await withTimeout(CHECK_MS, fetch(request));
      if (!answer.ok) return stored;
      if (answer.headers.get('ETag') !== stored.headers.get('ETag'))
        await this.put(request.url, answer.clone());
      return answer;
    } catch {
      return stored;
    }
  }

  /** Returns the HTML page from the server, so that a new version is noticed, or else from the cache. */
  async page(request: Request): Promise<Response> {
    try {
      const answer = await withTimeout(PAGE_MS, fetch(request));
      this.serverAnswers = !isGatewayError(answer);
      return this.serverAnswers ? answer : ((await this.stored(this.base)) ?? answer);
    } catch {
      this.serverAnswers = false;
      return (await this.stored(this.base)) ?? Response.error();
    }
  }

  private async stored(url: string): Promise<Response | undefined> {
    const cache = await caches.open(this.name);
    return cache.match(url, { ignoreVary: true });
  }
}
