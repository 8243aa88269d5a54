import type { Rolldown } from 'vite';

/** Files of code that import each other in a circle, by name, or nothing: one of them would run before what it needs is there. */
export function circleOfChunks(
  chunks: readonly Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>[],
): string[] {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): string[] => {
    const at = path.indexOf(name);
    if (at >= 0) return path.slice(at);
    if (done.has(name)) return [];
    path.push(name);
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next);
      if (circle.length > 0) return circle;
    }
    path.pop();
    done.add(name);
    return [];
  };
  for (const name of imports.keys()) {
    const circle = visit(name);
    if (circle.length > 0) return circle;
  }
  return [];
}
