/** A cache in memory, with the order of the real one: what was put last is listed last. */
export function fakeCache() {
  const entries = new Map<string, Response>();
  let writes = 0;
  const cache = {
    match: async (url: string) => entries.get(url)?.clone(),
    put: async (url: string, answer: Response) => {
      writes += 1;
      entries.set(url, answer);
    },
    delete: async (key: string | { url: string }) => entries.delete(typeof key === 'string' ? key : key.url),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  };
  return { cache: cache as unknown as Cache, urls: () => [...entries.keys()], writes: () => writes };
}

/** Caches by their names, each made when it is opened. */
export function fakeCaches() {
  const all = new Map<string, Cache>();
  const open = async (name: string) => {
    const cache = all.get(name) ?? fakeCache().cache;
    all.set(name, cache);
    return cache;
  };
  return { open, keys: async () => [...all.keys()], delete: async (name: string) => all.delete(name) };
}
