/** Names on or behind a cycle, in the order of the graph; empty where every job can start after those it needs. */
export function findCycle(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const waiting = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const [name, needed] of needs) {
    const known = needed.filter((each) => needs.has(each));
    waiting.set(name, known.length);
    for (const each of known) {
      const list = dependents.get(each);
      if (list) list.push(name);
      else dependents.set(each, [name]);
    }
  }
  const ready = [...waiting].flatMap(([name, count]) => (count === 0 ? [name] : []));
  for (const name of ready) {
    waiting.delete(name);
    for (const dependent of dependents.get(name) ?? []) {
      const left = (waiting.get(dependent) ?? 0) - 1;
      waiting.set(dependent, left);
      if (left === 0) ready.push(dependent);
    }
  }
  return [...waiting.keys()];
}

export const circularMessage = (names: readonly string[]): string =>
  `The pipeline has circular dependencies: topological sort failed: ${JSON.stringify(names.slice(0, 10))}`;
