/** Returns an in-memory cache that lists its keys in the order of `put`, like the real one. */
export function fakeCache() {
  const entries = new Map<string, Response>();
  let writes = 0;
  const cache = {
    match: async (url: string) => entries.get(url)?.clone(),
    put: async (url: string, response: Response) => {
      writes += 1;
      entries.set(url, response);
    },
    delete: async (key: string | { url: string }) => entries.delete(typeof key === 'string' ? key : key.url),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  };
  return { cache: cache as unknown as Cache, urls: () => [...entries.keys()], writes: () => writes };
}

/** Returns in-memory caches, created when opened. */
export function fakeCaches() {
  const cachesByName = new Map<string, Cache>();
  const open = async (name: string) => {
    const cache = cachesByName.get(name) ?? fakeCache().cache;
    cachesByName.set(name, cache);
    return cache;
  };
  return {
    open,
    keys: async () => [...cachesByName.keys()],
    delete: async (name: string) => cachesByName.delete(name),
  };
}
