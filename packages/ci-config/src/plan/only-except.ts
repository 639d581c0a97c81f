import type { JobConfig, OnlyConfig } from '../config/model.ts';
import { compilePattern } from '../text/pattern.ts';
import type { PlanContext } from './context.ts';
import { hasChanged, isTrue, type Lookup } from './match-rules.ts';

const DEFAULT_ONLY: OnlyConfig = { refs: ['branches', 'tags'], variables: null, changes: null, kubernetes: false };

/** Is a job without rules part of the pipeline? Without `only`, it is part of pipelines for branches and tags. */
export async function passesOnlyExcept(
  job: JobConfig,
  hasWorkflowRules: boolean,
  lookup: Lookup,
  context: PlanContext,
): Promise<boolean> {
  const only = job.only ?? (hasWorkflowRules ? null : DEFAULT_ONLY);
  if (only && !(await conditionsOf(only, lookup, context)).every(Boolean)) return false;
  return !job.except || !(await conditionsOf(job.except, lookup, context)).some(Boolean);
}

/** Each given condition. */
async function conditionsOf(config: OnlyConfig, lookup: Lookup, context: PlanContext): Promise<boolean[]> {
  const results: boolean[] = [];
  if (config.refs) results.push(config.refs.some((ref) => matchesRef(ref, context)));
  if (config.variables) results.push(config.variables.some((text) => isTrue(text, lookup)));
  if (config.changes) results.push(await hasChanges(config.changes, lookup, context));
  // No cluster can be connected.
  if (config.kubernetes) results.push(false);
  return results;
}

async function hasChanges(globs: readonly string[], lookup: Lookup, context: PlanContext): Promise<boolean> {
  const changed = await context.conditions.changedFiles(null);
  return changed.status !== 'known' || hasChanged(globs, changed.paths, lookup);
}

function matchesRef(text: string, context: PlanContext): boolean {
  const [, pattern = text, path] = /^(\/.*\/[a-z]*|[^@/][^@]*)(?:@(.+))?$/s.exec(text) ?? [];
  if (path !== undefined && path !== context.projectPath) return false;
  // The source branch of a merge request is no branch here: such jobs say `merge_requests`.
  const isMergeRequest = context.source === 'merge_request_event';
  const source = context.source.replace(/_event$/, '');
  if (pattern === source || pattern === `${source}${source.endsWith('sh') ? 'es' : 's'}`) return true;
  if (isMergeRequest) return false;
  if (pattern === (context.isTag ? 'tags' : 'branches')) return true;
  if (pattern.startsWith('/')) return compilePattern(pattern)?.test(context.ref) ?? false;
  return pattern === context.ref;
}
