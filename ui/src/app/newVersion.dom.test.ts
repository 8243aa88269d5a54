import { afterEach, expect, test, vi } from 'vitest';
import { isOutdated, reloadWhenFilesAreMissing } from './newVersion';

const shell = (entry: string) =>
  `<meta name="marketdeck-base" content="/deck/"><script type="module" src="./assets/${entry}.js"></script><div id="root"></div>`;
const page = (entry: string) => new DOMParser().parseFromString(shell(entry), 'text/html');

function mockServer(body: string, init: ResponseInit = {}) {
  const fetch = vi.fn(async (_url: string) => new Response(body, init));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

test('a page is outdated if the server serves another entry script', async () => {
  const fetch = mockServer(shell('index-new'));
  await expect(isOutdated(page('index-old'))).resolves.toBe(true);
  expect(fetch.mock.calls[0]?.[0]).toBe('/deck/');
});

test('a page of the served version is not outdated', async () => {
  mockServer(shell('index-same'));
  await expect(isOutdated(page('index-same'))).resolves.toBe(false);
});

test('the version is unknown after an error page, another page or no response', async () => {
  mockServer(shell('index-new'), { status: 502 });
  await expect(isOutdated(page('index-old'))).resolves.toBeNull();
  mockServer('<h1>Please sign in</h1>');
  await expect(isOutdated(page('index-old'))).resolves.toBeNull();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(isOutdated(page('index-old'))).resolves.toBeNull();
});

test('a missing file reloads only an outdated page', async () => {
  const reload = vi.fn();
  document.body.innerHTML = shell('index-old');
  reloadWhenFilesAreMissing(reload);
  const fetch = mockServer(shell('index-old'));
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done));
  expect(reload).not.toHaveBeenCalled();
  mockServer(shell('index-new'));
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('a page with unsaved input is not reloaded', async () => {
  const reload = vi.fn();
  document.body.innerHTML = `${shell('index-old')}<form><textarea></textarea></form>`;
  const note = document.querySelector('textarea') as HTMLTextAreaElement;
  note.value = 'Sell half';
  reloadWhenFilesAreMissing(reload);
  const fetch = mockServer(shell('index-new'));
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done));
  expect(reload).not.toHaveBeenCalled();
  expect(note.value).toBe('Sell half');
});
