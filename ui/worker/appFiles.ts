import { forgetOthers } from './forgetOthers.ts';
import { isGatewayError, withTimeout } from './timeout.ts';

/** A page is small; a server that takes longer than this is away. */
const PAGE_MS = 5_000;
/** A file that keeps its name holds up the page: it is checked, but not for long. */
const CHECK_MS = 2_000;

/** Hashed by the build: another content has another name. */
const isHashed = (file: string) => file.startsWith('assets/');

/** The app's own files of one version. Names hold the base path: two apps may share an address. */
export class AppFiles {
  private readonly prefix: string;
  private readonly name: string;
  private readonly known: ReadonlySet<string>;
  /** Whether the server gave the last page. While it does not, nothing waits for it. */
  private serverAnswers = true;

  constructor(
    private readonly base: string,
    version: string,
    /** What every page needs, below the base. */
    private readonly firstFiles: readonly string[],
    /** All of them. */
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

  /** Fetches the shell and what every page needs, all or nothing. The rest is stored when it is used, or in `storeRest`. */
  async install(): Promise<void> {
    const cache = await caches.open(this.name);
    await cache.addAll([
      // Where it leads to a sign-in, that page must not be taken for the app.
      new Request(this.base, { cache: 'no-store', redirect: 'error' }),
      ...this.firstFiles.map((file) => this.requestOf(file)),
    ]);
  }

  private requestOf(file: string): Request {
    return new Request(this.base + file, { cache: isHashed(file) ? 'default' : 'no-cache' });
  }

  /** Stores a file that is not stored yet; false when the server does not give it. */
  async store(file: string): Promise<boolean> {
    const request = this.requestOf(file);
    if (await this.stored(request.url)) return true;
    return this.put(request.url, await fetch(request));
  }

  /** Stores the files that nobody has asked for yet, one after another; a failure leaves the others for the next time. */
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

  /** Forgets other versions of this app, and no other app. */
  async forgetOthers(): Promise<void> {
    await forgetOthers(this.prefix, this.name);
  }

  /**
   * A hashed file never changes under its name: the store first. Any other (the manifest, an icon, the script of
   * the colour scheme) may be another after an upgrade: the browser checks it by its ETag.
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

  /** The server's file, stored again when it has changed; the stored one when there is no good answer soon. */
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

  /** A page: the server's shell, so that a new version is seen; without the server the stored one. */
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
