/** A box of a graph. */
export type GraphNode = { id: number; name: string };
export type GraphStage<J> = { name: string; latest_statuses: readonly J[] };
export type GraphColumn<J> = { key: string; name: string | null; jobs: readonly J[] };
export type GraphLine = { from: number; to: number };

export type GraphNeeds = Readonly<Record<number, readonly string[]>>;

export const stageColumns = <J extends GraphNode>(stages: readonly GraphStage<J>[]): GraphColumn<J>[] =>
  stages.map(({ name, latest_statuses: jobs }) => ({ key: name, name, jobs }));

/**
 * Jobs as far to the left as what they wait for allows: a job with `needs` stands right of those, any other job right of all
 * jobs of earlier stages.
 */
export function needsColumns<J extends GraphNode>(
  stages: readonly GraphStage<J>[],
  needs: GraphNeeds,
): GraphColumn<J>[] {
  const columnOf = new Map<number, number>();
  const byName = new Map<string, J>();
  for (const { latest_statuses: jobs } of stages) for (const job of jobs) byName.set(job.name, job);
  const columns: J[][] = [];
  let before = -1;
  for (const { latest_statuses: jobs } of stages) {
    let furthest = before;
    for (const job of inOrder(jobs, needs)) {
      const needed = needs[job.id];
      const waitsFor = needed?.map((name) => columnOf.get(byName.get(name)?.id ?? 0) ?? -1) ?? [before];
      const column = Math.max(-1, ...waitsFor) + 1;
      columnOf.set(job.id, column);
      (columns[column] ??= []).push(job);
      furthest = Math.max(furthest, column);
    }
    before = furthest;
  }
  return columns.map((jobs, index) => ({ key: String(index), name: null, jobs }));
}

/** Jobs of one stage may need each other: those that are needed first. */
function inOrder<J extends GraphNode>(jobs: readonly J[], needs: GraphNeeds): J[] {
  const names = new Map(jobs.map((job) => [job.name, job]));
  const placed = new Set<J>();
  const place = (job: J) => {
    if (placed.has(job)) return;
    // Needs make no circles; the creation of a pipeline refuses them.
    for (const name of needs[job.id] ?? []) {
      const needed = names.get(name);
      if (needed && needed !== job && !placed.has(needed)) place(needed);
    }
    placed.add(job);
  };
  for (const job of jobs) place(job);
  return [...placed];
}

/** From each needed job to the one that needs it. */
export function needsLines(stages: readonly GraphStage<GraphNode>[], needs: GraphNeeds): GraphLine[] {
  const jobs = stages.flatMap((stage) => stage.latest_statuses);
  const ids = new Map(jobs.map((job) => [job.name, job.id]));
  return jobs.flatMap((job) =>
    (needs[job.id] ?? []).flatMap((name) => {
      const from = ids.get(name);
      return from === undefined ? [] : [{ from, to: job.id }];
    }),
  );
}
