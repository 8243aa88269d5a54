/** Returns the name of a new board or layout for its URL, different from `existing`: 'wall', 'wall-2'. */
export function freeName(existing: readonly { name: string }[], title: string, fallback: string): string {
  const taken = new Set(existing.map(({ name }) => name));
  const base = plainName(title) || fallback;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Converts a title to lowercase letters, digits and '-'; '' if it has none. */
function plainName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 36);
}
