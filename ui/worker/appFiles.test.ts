import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppFiles } from './appFiles.ts';
import { fakeCache } from './cache.fake.ts';

const BASE = 'http://box/deck/';
const file = (name: string, text: string) => new Response(text, { headers: { ETag: `"${name} ${text}"` } });
const request = (name: string) => new Request(BASE + name);

let app: AppFiles;
let writes: () => number;
let background: Promise<unknown>[];
let server: (url: string) => Promise<Response>;

beforeEach(async () => {
  const { cache, writes: count } = fakeCache();
  writes = count;
  vi.stubGlobal('caches', { open: async () => cache });
  // In a worker, relative URLs are resolved against the worker's URL.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, BASE), init);
      }
    },
  );
  vi.stubGlobal('fetch', ({ url }: Request) => server(url.slice(BASE.length)));
  const firstFiles = ['manifest.webmanifest', 'assets/index-1.js'];
  background = [];
  app = new AppFiles('/deck/', 'v1', firstFiles, [...firstFiles, 'assets/news-1.js', 'assets/sitemap-1.js']);
  for (const name of firstFiles) await cache.put(BASE + name, file(name, 'old'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const textOf = async (name: string) =>
  (await app.file(request(name), (work) => background.push(work))).text();

test('the new version of a file with an unchanged name is returned and cached', async () => {
  server = async (name) => file(name, 'new');
  const before = writes();
  expect(await textOf('manifest.webmanifest')).toBe('new');
  expect(writes()).toBe(before + 1);
  server = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await textOf('manifest.webmanifest')).toBe('new');
});

test('an unchanged file is not written to the cache again', async () => {
  server = async (name) => file(name, 'old');
  const before = writes();
  expect(await textOf('manifest.webmanifest')).toBe('old');
  expect(writes()).toBe(before);
});

test('a cached file with a hash in its name is not requested again', async () => {
  server = async (name) => file(name, 'new');
  expect(await textOf('assets/index-1.js')).toBe('old');
});

test('the cached file is returned if the server fails or does not respond', async () => {
  server = async () => new Response('Not found.', { status: 404 });
  expect(await textOf('manifest.webmanifest')).toBe('old');
  vi.useFakeTimers();
  server = () => new Promise(() => undefined);
  const text = textOf('manifest.webmanifest');
  await vi.advanceTimersByTimeAsync(2001);
  expect(await text).toBe('old');
});

test('after a page could not be fetched, files come from the cache without a request', async () => {
  const requested: string[] = [];
  server = async (name) => {
    requested.push(name);
    throw new TypeError('Failed to fetch');
  };
  await app.page(request(''));
  expect(await textOf('manifest.webmanifest')).toBe('old');
  expect(requested).toEqual(['']);
});

test('a file that not every page needs is cached on first use', async () => {
  server = async (name) => file(name, 'new');
  expect(await textOf('assets/news-1.js')).toBe('new');
  await Promise.all(background);
  server = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await textOf('assets/news-1.js')).toBe('new');
});

test('cacheRest fetches only missing files, one after another, and stops at the first error', async () => {
  const requested: string[] = [];
  server = async (name) => {
    requested.push(name);
    return name === 'assets/news-1.js' ? new Response('Busy.', { status: 503 }) : file(name, 'new');
  };
  await app.cacheRest();
  expect(requested).toEqual(['assets/news-1.js']);
  server = async (name) => {
    requested.push(name);
    return file(name, 'new');
  };
  await app.cacheRest();
  await app.cacheRest();
  expect(requested).toEqual(['assets/news-1.js', 'assets/news-1.js', 'assets/sitemap-1.js']);
});
