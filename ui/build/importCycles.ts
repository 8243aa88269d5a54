/** Returns the import cycles of a graph: its strongly connected components, and nodes with an edge to themselves. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = new Map<string, Set<string>>();
  for (const from of edges.keys()) {
    const reachableNodes = new Set<string>();
    const queue = [from];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      for (const to of edges.get(node) ?? []) {
        if (!reachableNodes.has(to)) {
          reachableNodes.add(to);
          queue.push(to);
        }
      }
    }
    reachable.set(from, reachableNodes);
  }
  const cycles = [...reachable].map(([node, to]) =>
    [...to].filter((other) => reachable.get(other)?.has(node)).sort(),
  );
  const distinctCycles = new Map(
    cycles.filter((cycle) => cycle.length > 0).map((cycle) => [cycle.join(), cycle]),
  );
  return [...distinctCycles.values()];
}
