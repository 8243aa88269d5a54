/** Deletes the caches of other versions: those with the same prefix and another name. */
export async function deleteOtherVersions(prefix: string, name: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((other) => other.startsWith(prefix) && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}
