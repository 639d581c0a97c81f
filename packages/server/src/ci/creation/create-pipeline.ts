import { loadConfig, type PlannedPipeline, planPipeline } from '@tributary/ci-config';
import type { PipelineSource } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findCommit, isZeroOid } from '@tributary/git';
import { getSettings } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { isRefProtected } from '../../repositories/index.ts';
import { variablesRefusal } from '../operations/run-refusal.ts';
import { pipelineChanged } from '../operations/refresh-pipeline.ts';
import { processPipeline } from '../processing/process-pipeline.ts';
import { insertJobs } from '../store/insert-jobs-store.ts';
import { insertPipeline, type NewPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import { type PipelineVariable, savePipelineVariables, settingVariables } from '../variables/pipeline-variables.ts';
import { lookedUpVariables } from '../variables/looked-up-variables.ts';
import { branchVariables, variablesNow } from '../variables/registered-variables.ts';
import { configPathOf, type PipelineFacts, predefinedVariables } from '../variables/predefined-variables.ts';
import { cancelRedundant } from './cancel-redundant.ts';
import { configSources, readConfigFile, ruleConditions } from './config-sources.ts';

export type PipelineRequest = {
  access: ProjectAccess;
  /** Branch or tag by its short name. */
  ref: string;
  isTag: boolean;
  sha: string;
  /** Where the ref was before; also what `changes` are compared with. */
  beforeSha?: string | null;
  source: PipelineSource;
  variables?: readonly PipelineVariable[];
  inputs?: Parameters<typeof loadConfig>[0]['inputs'];
  /** What it runs for, with the variables that its slice adds, such as `CI_MERGE_REQUEST_IID`. */
  subject?: {
    type: string;
    id: number;
    predefined: Record<string, string>;
    /** Tip of the target that was merged for it; null if it runs on the source alone. */
    targetSha: string | null;
    /** The commit that was merged into it; null like `targetSha`. */
    sourceSha?: string | null;
    eventType?: PipelineRow['event_type'];
    /** What `changes` are compared with. */
    changedSince: string;
  };
  /** Variables that the pipeline above has and its child gets, and those of what started it. */
  predefined?: Record<string, string>;
  /** How many pipelines in a row were started by job tokens before this one, with it. */
  tokenStarts?: number | undefined;
  /** In the transaction that writes the pipeline. */
  onCreated?: (ctx: Context, pipeline: PipelineRow) => Promise<void>;
  /** For a ref that no rule is about. False for code that nobody with the right to the ref has seen. */
  isProtected?: boolean;
  /** Of a child pipeline: its text instead of the file of the repository. */
  text?: string;
  /** Files of a child pipeline that jobs made, by their paths. */
  generated?: ReadonlyMap<string, string>;
  /** A mistake in the configuration is shown as a failed pipeline, for sources that nobody waits for. */
  savesErrors: boolean;
  /** `[skip ci]` in the message counts. */
  heedsSkip: boolean;
  /** The push option `ci.skip`. */
  skips?: boolean;
};

export type PipelineOutcome =
  | { kind: 'created'; pipeline: PipelineRow }
  /** There is no file, or its rules want no pipeline. */
  | { kind: 'none'; message: string }
  | { kind: 'invalid'; messages: string[] };

const MISSING = `Missing CI config file`;
const SKIP = /\[(?:ci[ -]skip|skip[ -]ci)\]/i;

/**
 * Reads the configuration at the commit, decides which jobs there are, and writes the pipeline with its jobs in one
 * transaction, in which the first of them are started. The caller has checked the right to run pipelines on the ref.
 */
export async function createPipeline(ctx: Context, asked: PipelineRequest): Promise<PipelineOutcome> {
  const { access } = asked;
  const repo = repositoryOf(ctx, access);
  // Of an annotated tag it is the commit that counts.
  const commit = await findCommit(repo, asked.sha);
  if (!commit) throw new AppError('not_found', { resource: 'Commit' });
  const lookedUp = asked.source === 'parent_pipeline' ? {} : await lookedUpVariables(ctx, access, asked);
  const request = { ...asked, sha: commit.sha, predefined: { ...lookedUp, ...asked.predefined } };
  const text = request.text ?? (await readConfigFile(repo, commit.sha, configPathOf(access.project)));
  if (text === null) return { kind: 'none', message: MISSING };
  const isProtected =
    request.isProtected ?? (await isRefProtected(ctx, access, { name: request.ref, isTag: request.isTag }));
  const facts: PipelineFacts = {
    ...request,
    beforeSha: request.beforeSha ?? null,
    isRefProtected: isProtected,
    commit,
  };
  // Of a merged result the commit that is merged counts: nobody wrote the message of the other.
  const sourceSha = request.heedsSkip ? request.subject?.sourceSha : null;
  const written = (sourceSha ? await findCommit(repo, sourceSha) : undefined) ?? commit;
  if (request.skips || (request.heedsSkip && SKIP.test(written.message))) {
    // One that ran for a merge request would stand before every pipeline of its branch.
    return request.subject ? { kind: 'none', message: 'The commit skips pipelines.' } : saveSkipped(ctx, request);
  }
  const planned = await plan(ctx, request, { text, facts, repo });
  // A child pipeline is part of its parent.
  const denied = request.source === 'parent_pipeline' ? null : variablesRefusal(ctx, access, request.variables ?? []);
  if (denied && planned.kind === 'planned') {
    const messages = [new AppError(denied.code, denied.params).message];
    return request.savesErrors ? saveInvalid(ctx, request, messages) : { kind: 'invalid', messages };
  }
  if (planned.kind === 'planned') return save(ctx, request, planned, isProtected);
  if (planned.kind === 'skipped') return { kind: 'none', message: planned.message };
  const messages = planned.errors.map((error) => error.message);
  return request.savesErrors ? saveInvalid(ctx, request, messages) : { kind: 'invalid', messages };
}

type Found = { text: string; facts: PipelineFacts; repo: string };

/** The jobs that a pipeline of this event has. */
export async function plan(ctx: Context, request: PipelineRequest, { text, facts, repo }: Found) {
  const { access, sha, source, ref, isTag } = request;
  const predefined = await predefinedOf(ctx, request, facts);
  const settings = await settingVariables(ctx, {
    projectId: access.project.id,
    isProtected: facts.isRefProtected,
    environment: null,
  });
  const own = (request.variables ?? []).map(({ key, value, raw = false }) => ({ key, value, raw }));
  const here = { access, repo, sha };
  const before = facts.beforeSha !== null && !isZeroOid(facts.beforeSha) ? facts.beforeSha : null;
  const conditions = ruleConditions(ctx, here, request.subject?.changedSince ?? before);
  // The merged file can be read by everybody who reads the code.
  const visible = settings.filter(({ isMasked, kind }) => !isMasked && kind === 'env_var');
  const { ci_max_includes: maxIncludes, ci_pipeline_size: maxJobs } = await getSettings(ctx);
  const loaded = await loadConfig({
    text,
    file: configPathOf(access.project),
    ...(request.inputs && { inputs: request.inputs }),
    variables: { ...predefined, ...Object.fromEntries([...visible, ...own].map(({ key, value }) => [key, value])) },
    conditions,
    ...configSources(ctx, here, request.generated),
    limits: { maxIncludes },
  });
  if (!loaded.ok) return { kind: 'invalid' as const, errors: loaded.errors };
  return planPipeline(loaded.config, {
    source: planSource(source),
    ref,
    isTag,
    projectPath: access.project.full_path,
    predefined,
    variables: [...settings, ...own],
    conditions,
    maxJobs,
  });
}

async function predefinedOf(ctx: Context, request: PipelineRequest, facts: PipelineFacts) {
  const { access, ref, isTag, subject } = request;
  const ofBranch = isTag ? {} : await branchVariables(ctx, access, ref);
  const now = await variablesNow(ctx, access);
  return {
    ...predefinedVariables(ctx, access, facts),
    CI_PIPELINE_CREATED_AT: ctx.clock.now().toISOString(),
    ...now,
    ...ofBranch,
    ...request.predefined,
    ...subject?.predefined,
  };
}

type PlanSource = Parameters<typeof planPipeline>[1]['source'];
const PLANNED: ReadonlySet<string> = new Set([
  'push',
  'web',
  'api',
  'trigger',
  'schedule',
  'merge_request_event',
  'external_pull_request_event',
  'parent_pipeline',
  'pipeline',
  'external',
  'chat',
  'webide',
] satisfies PlanSource[]);

function planSource(source: PipelineSource): PlanSource {
  return PLANNED.has(source) ? (source as PlanSource) : 'api';
}

function rowOf(ctx: Context, request: PipelineRequest): NewPipeline {
  const { access, sha, ref, isTag, source, subject } = request;
  return {
    project_id: access.project.id,
    sha,
    before_sha: request.beforeSha ?? null,
    target_sha: subject?.targetSha ?? null,
    source_sha: subject?.sourceSha ?? null,
    event_type: subject?.eventType ?? null,
    ref,
    is_tag: isTag,
    source,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    user_id: actorId(ctx.actor) ?? null,
    created_at: ctx.clock.now(),
  };
}

function save(
  ctx: Context,
  request: PipelineRequest,
  planned: PlannedPipeline,
  isProtected: boolean,
): Promise<PipelineOutcome> {
  return transact(ctx, async (inner) => {
    const options = {
      autoCancel: planned.autoCancel,
      predefined: { ...request.predefined, ...request.subject?.predefined },
      ...(request.tokenStarts && { tokenStarts: request.tokenStarts }),
    };
    const pipeline = await insertPipeline(inner.db, {
      ...rowOf(inner, request),
      name: planned.name,
      options: JSON.stringify(options),
    });
    await request.onCreated?.(inner, pipeline);
    await savePipelineVariables(inner, pipeline.id, request.variables ?? []);
    await insertJobs(inner.db, pipeline, planned, isProtected);
    await pipelineChanged(inner, pipeline, null);
    await cancelRedundant(inner, pipeline);
    return { kind: 'created', pipeline: await processPipeline(inner, pipeline) };
  });
}

/** A pipeline without jobs that says what is wrong. */
function saveInvalid(ctx: Context, request: PipelineRequest, messages: readonly string[]): Promise<PipelineOutcome> {
  return saveAlone(ctx, {
    ...rowOf(ctx, request),
    status: 'failed',
    yaml_errors: messages.join('\n'),
    failure_reason: 'config_error',
    finished_at: ctx.clock.now(),
  });
}

function saveSkipped(ctx: Context, request: PipelineRequest): Promise<PipelineOutcome> {
  return saveAlone(ctx, { ...rowOf(ctx, request), status: 'skipped', finished_at: ctx.clock.now() });
}

function saveAlone(ctx: Context, row: NewPipeline): Promise<PipelineOutcome> {
  return transact(ctx, async (inner) => {
    const pipeline = await insertPipeline(inner.db, row);
    await pipelineChanged(inner, pipeline, null);
    return { kind: 'created', pipeline };
  });
}
