/** Forgets the caches whose names begin like this one's, which are those of other versions. */
export async function forgetOthers(prefix: string, name: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((other) => other.startsWith(prefix) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}
