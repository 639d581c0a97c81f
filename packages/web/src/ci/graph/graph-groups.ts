import type { GraphNeeds, GraphNode, GraphStage } from './graph-columns.ts';

/** One box of the graph: a job, or the jobs that one entry of the configuration with `parallel` has made. */
export type GraphBox<J> = GraphNode & { label: string; jobs: readonly J[] };

// `build 2/5`, `build: [linux, arm]`, and what comes of both.
const NUMBERED = /^(.{1,200}?)(?:[\s:]+(?:\[[^\]]{0,200}\]|\d{1,5}[\s:/\\]+\d{1,5}))+\s*$/;

const baseName = (name: string): string => NUMBERED.exec(name)?.[1] ?? name;

/** The stages of a graph with jobs that differ by their numbers alone in one box, and what the boxes need. */
export function groupJobs<J extends GraphNode>(
  stages: readonly GraphStage<J>[],
  needs: GraphNeeds,
): { stages: GraphStage<GraphBox<J>>[]; needs: GraphNeeds } {
  const boxOf = new Map<string, string>();
  const grouped = stages.map(({ name: stage, latest_statuses: jobs }) => {
    const byBase = new Map<string, J[]>();
    for (const job of jobs) {
      const base = baseName(job.name);
      byBase.set(base, [...(byBase.get(base) ?? []), job]);
    }
    const boxes = [...byBase].flatMap(([base, members]): GraphBox<J>[] => {
      const [first] = members;
      if (!first) return [];
      // Another job may have the name of the group itself.
      const isGroup = members.length > 1;
      const name = isGroup ? `${stage}\n${base}` : first.name;
      for (const job of members) boxOf.set(job.name, name);
      return [{ id: first.id, name, label: isGroup ? base : first.name, jobs: members }];
    });
    return { name: stage, latest_statuses: boxes };
  });
  const needsOfBoxes: Record<number, readonly string[]> = {};
  for (const { latest_statuses: boxes } of grouped) {
    for (const { id, jobs } of boxes) {
      const needed = jobs.map((job) => needs[job.id]);
      // A job without `needs` waits for all stages before it.
      if (needed.some((names) => names === undefined)) continue;
      needsOfBoxes[id] = [...new Set(needed.flatMap((names) => (names ?? []).map((name) => boxOf.get(name) ?? name)))];
    }
  }
  return { stages: grouped, needs: needsOfBoxes };
}
