import { Diagnostics } from '../diagnostics.ts';
import type { AutoCancel, ResolvedConfig, VariableMap } from '../config/model.ts';
import { expandVariables, type Variable, variableMap, variableResolver } from '../text/expand-variables.ts';
import type { PlanContext, PlannedJob, PlanResult } from './context.ts';
import { circularMessage, findCycle } from './find-cycle.ts';
import { askOnce, matchRules } from './match-rules.ts';
import { instancesOf } from './parallel.ts';
import { planJob, type Surroundings, type UnlinkedJob, type VariableLayers } from './plan-job.ts';
import { linkNeeds } from './link-needs.ts';

const MAX_JOBS = 10_000;
/** Other work of the process gets its turn after this time. */
const TURN_MS = 20;
/** Rules that take longer are refused. */
const MAX_MS = 30_000;

/** Which jobs a pipeline has: evaluates all rules for one event. Pure, except for the questions it asks by callbacks. */
export async function planPipeline(config: ResolvedConfig, given: PlanContext): Promise<PlanResult> {
  const context = { ...given, conditions: askOnce(given.conditions) };
  const diagnostics = new Diagnostics();
  const layers = {
    predefined: variableMap(Object.entries(given.predefined).map(([key, value]) => ({ key, value, raw: true }))),
    given: variableMap(given.variables),
  };
  const workflow = await planWorkflow(config, context, layers, diagnostics);
  if (diagnostics.errors.length > 0) return { kind: 'invalid', errors: diagnostics.errors };
  if (!workflow)
    return { kind: 'skipped', reason: 'workflow_rules', message: 'Pipeline filtered out by workflow rules.' };
  const planned = await planJobs({ config, context, layers, globals: workflow.variables, diagnostics });
  const stages = config.stages.filter((stage) => planned.some((job) => job.stage === stage));
  const jobs = planned.map((job) => ({
    ...linkNeeds(job, planned, diagnostics),
    stageIndex: stages.indexOf(job.stage),
  }));
  checkJobs(jobs, context, diagnostics);
  if (diagnostics.errors.length > 0) return { kind: 'invalid', errors: diagnostics.errors };
  if (!stages.some((stage) => stage !== '.pre' && stage !== '.post'))
    return {
      kind: 'skipped',
      reason: 'no_jobs',
      message:
        'Pipeline will not run for the selected trigger. ' +
        'The rules configuration prevented any jobs from being added to the pipeline.',
    };
  return { kind: 'planned', name: workflow.name, autoCancel: workflow.autoCancel, stages, jobs };
}

async function planJobs(surroundings: Surroundings): Promise<UnlinkedJob[]> {
  const planned: UnlinkedJob[] = [];
  const start = performance.now();
  let turn = start;
  for (const job of surroundings.config.jobs) {
    for (const instance of instancesOf(job)) {
      const each = await planJob(job, instance, surroundings);
      if (each) planned.push(each);
    }
    const now = performance.now();
    if (now - start > MAX_MS) {
      const message = 'The rules of the jobs take too long to evaluate';
      surroundings.diagnostics.error(job.at, `jobs:${job.name}:rules`, message, 'fewer or simpler rules');
      return planned;
    }
    if (now - turn < TURN_MS) continue;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    turn = performance.now();
  }
  return planned;
}

interface PlannedWorkflow {
  readonly name: string | null;
  readonly autoCancel: AutoCancel;
  /** Variables for all jobs, with those of the workflow rule. */
  readonly variables: VariableMap;
}

/** Null where the rules of the workflow allow no pipeline. */
async function planWorkflow(
  config: ResolvedConfig,
  context: PlanContext,
  layers: VariableLayers,
  diagnostics: Diagnostics,
): Promise<PlannedWorkflow | null> {
  const { workflow } = config;
  let { autoCancel } = workflow;
  let { variables } = config;
  const lookupIn = (own: VariableMap) =>
    variableResolver([layers.predefined, variableMap(toVariables(own)), layers.given]);
  if (workflow.rules) {
    const outcome = await matchRules(workflow.rules, lookupIn(variables), context.conditions);
    if (outcome.kind === 'invalid') {
      const message = `workflow:rules:rule:changes ${outcome.message}`;
      diagnostics.error(outcome.rule.at, 'workflow:rules', message, 'an existing branch, tag or commit');
      return null;
    }
    if (outcome.kind === 'none' || outcome.rule.when === 'never') return null;
    variables = { ...variables, ...outcome.rule.variables };
    autoCancel = { ...autoCancel, ...outcome.rule.autoCancel };
  }
  const name = workflow.name === null ? '' : expandVariables(workflow.name, lookupIn(variables)).trim();
  return { name: name.slice(0, 255) || null, autoCancel, variables };
}

const toVariables = (map: VariableMap): Variable[] =>
  Object.entries(map).map(([key, { value, expand }]) => ({ key, value, raw: !expand }));

function checkJobs(jobs: readonly PlannedJob[], context: PlanContext, diagnostics: Diagnostics): void {
  const [first] = jobs;
  const most = context.maxJobs ?? MAX_JOBS;
  if (!first || diagnostics.errors.length > 0) return;
  if (jobs.length > most) {
    diagnostics.error(
      first.at,
      'jobs',
      `The number of jobs has exceeded the limit of ${most}.`,
      `at most ${most} jobs`,
    );
    return;
  }
  const graph = new Map(jobs.map((job) => [job.name, neededNames(job)]));
  const [start] = findCycle(graph);
  const job = jobs.find((each) => each.name === start);
  if (job)
    diagnostics.error(job.at, `jobs:${job.baseName}:needs`, circularMessage(findCycle(graph)), 'needs without a cycle');
}

const neededNames = (job: PlannedJob) => (job.needs ?? []).flatMap((need) => (need.kind === 'job' ? [need.name] : []));
