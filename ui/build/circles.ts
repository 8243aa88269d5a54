/** Returns the strongly connected components with more than one node. */
export function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const from of edges.keys()) {
    const found = new Set<string>();
    const open = [from];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const to of edges.get(node) ?? []) {
        if (!found.has(to)) {
          found.add(to);
          open.push(to);
        }
      }
    }
    reached.set(from, found);
  }
  const all = [...reached].map(([node, to]) =>
    [...to].filter((other) => reached.get(other)?.has(node)).sort(),
  );
  const apart = new Map(all.filter((circle) => circle.length > 0).map((circle) => [circle.join(), circle]));
  return [...apart.values()];
}
