/** Returns an unused board name: 'wall', 'wall-2'. */
export function freeName(boards: readonly { name: string }[], title: string): string {
  const taken = new Set(boards.map(({ name }) => name));
  const base = plainName(title);
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Converts a title to a valid board name: lowercase letters, digits and '-'. */
function plainName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 36) || 'board';
}
