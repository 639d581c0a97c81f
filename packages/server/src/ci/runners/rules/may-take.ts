/** What decides whether a runner may take a job. */
export type RunnerAbilities = {
  kind: 'instance' | 'group' | 'project';
  namespaceId: number | null;
  projectIds: readonly number[];
  tags: readonly string[];
  runsUntagged: boolean;
  isProtectedOnly: boolean;
};

export type JobDemands = {
  tags: readonly string[];
  isProtected: boolean;
  projectId: number;
  /** Groups above the project. */
  namespaceIds: readonly number[];
  takesInstanceRunners: boolean;
  takesGroupRunners: boolean;
};

/** The same question as the query of the queue asks; for runners that wait. */
export function mayTake(runner: RunnerAbilities, job: JobDemands): boolean {
  if (!job.tags.every((tag) => runner.tags.includes(tag))) return false;
  if (job.tags.length === 0 && !runner.runsUntagged) return false;
  if (runner.isProtectedOnly && !job.isProtected) return false;
  if (runner.kind === 'group') {
    return job.takesGroupRunners && runner.namespaceId !== null && job.namespaceIds.includes(runner.namespaceId);
  }
  if (runner.kind === 'instance') return job.takesInstanceRunners;
  return runner.projectIds.includes(job.projectId);
}
