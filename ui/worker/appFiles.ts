import { deleteOtherVersions } from './deleteOtherVersions.ts';
import { isGatewayError, withTimeout } from './timeout.ts';

/** Timeout for a page; a slower server counts as unreachable. */
const PAGE_TIMEOUT_MS = 5_000;
/** Timeout for checking whether a file without a hash in its name changed; the page waits for the check. */
const CHECK_TIMEOUT_MS = 2_000;

/** Returns true for files with a content hash in their name. */
const isHashed = (file: string) => file.startsWith('assets/');

/** Caches the app's files of one version. The cache name contains the base path, because two installations may share a host. */
export class AppFiles {
  private readonly prefix: string;
  private readonly name: string;
  private readonly fileSet: ReadonlySet<string>;
  /** False after a page could not be fetched. Cached files are then used without asking the server. */
  private isServerReachable = true;

  constructor(
    private readonly base: string,
    version: string,
    /** Files that every page needs, below the base. */
    private readonly firstFiles: readonly string[],
    /** All files of the app, below the base. */
    private readonly files: readonly string[],
  ) {
    this.prefix = `marketdeck-app ${base} `;
    this.name = this.prefix + version;
    this.fileSet = new Set(files);
  }

  /** Returns true if a path below the base is a file of the app. */
  has(path: string): boolean {
    return this.fileSet.has(path);
  }

  /**
   * Caches the HTML page and the files that every page needs, or nothing if one of them fails. Other files are cached on first use, or
   * by `cacheRest`.
   */
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

  /** Caches a file unless it is cached already; returns false if the server responded with an error. */
  async cacheFile(file: string): Promise<boolean> {
    const request = this.requestOf(file);
    if (await this.findCached(request.url)) return true;
    return this.cacheResponse(request.url, await fetch(request));
  }

  /** Caches the missing files one after another and stops at the first failure; the next call continues. */
  async cacheRest(): Promise<void> {
    const cache = await caches.open(this.name);
    const cached = new Set((await cache.keys()).map(({ url }) => url));
    const missing = this.files.filter((file) => !cached.has(this.requestOf(file).url));
    for (const file of missing) if (!(await this.cacheFile(file))) return;
  }

  private async cacheResponse(url: string, response: Response): Promise<boolean> {
    if (!response.ok) return false;
    const cache = await caches.open(this.name);
    await cache.put(url, response);
    return true;
  }

  /** Deletes the files of other versions of this app. */
  async deleteOtherVersions(): Promise<void> {
    await deleteOtherVersions(this.prefix, this.name);
  }

  /**
   * Returns a file from the cache, or else from the server. A file without a hash in its name (the manifest, icons) may change with an
   * upgrade, so a cached one is checked with the server first.
   */
  async file(request: Request, background: (work: Promise<unknown>) => void): Promise<Response> {
    const cached = await this.findCached(request.url);
    if (!cached) {
      const response = await fetch(request);
      background(this.cacheResponse(request.url, response.clone()));
      return response;
    }
    const path = new URL(request.url).pathname.slice(this.base.length);
    return isHashed(path) || !this.isServerReachable ? cached : this.revalidate(request, cached);
  }

  /** Fetches a file and caches it if its ETag changed; returns the cached one on a failure or timeout. */
  private async revalidate(request: Request, cached: Response): Promise<Response> {
    try {
      const response = await withTimeout(CHECK_TIMEOUT_MS, fetch(request));
      if (!response.ok) return cached;
      if (response.headers.get('ETag') !== cached.headers.get('ETag'))
        await this.cacheResponse(request.url, response.clone());
      return response;
    } catch {
      return cached;
    }
  }

  /** Returns the HTML page from the server, or from the cache if the server is unreachable. */
  async page(request: Request): Promise<Response> {
    try {
      const response = await withTimeout(PAGE_TIMEOUT_MS, fetch(request));
      this.isServerReachable = !isGatewayError(response);
      return this.isServerReachable ? response : ((await this.findCached(this.base)) ?? response);
    } catch {
      this.isServerReachable = false;
      return (await this.findCached(this.base)) ?? Response.error();
    }
  }

  private async findCached(url: string): Promise<Response | undefined> {
    const cache = await caches.open(this.name);
    return cache.match(url, { ignoreVary: true });
  }
}
