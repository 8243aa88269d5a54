const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const LETTERS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** Returns how far a key walks through the rows of a table; undefined for other keys. Letters count while single-key shortcuts are on. */
export const rowStep = (key: string, hasSingleKeys: boolean): 1 | -1 | undefined =>
  ARROWS[key] ?? (hasSingleKeys ? LETTERS[key.toLowerCase()] : undefined);
