import {
  type ConfigError,
  type FileSources,
  type IncludedFile,
  loadConfig,
  type PlannedJob,
  planPipeline,
  type ResolvedConfig,
} from '@tributary/ci-config';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { findCommit, isEmptyRepository } from '@tributary/git';
import { getSettings } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getRevision } from '../../repositories/index.ts';
import { configSources, readConfigFile, ruleConditions } from '../creation/config-sources.ts';
import { runRefusal } from '../operations/run-refusal.ts';
import { type ResolvedRef, resolveRef } from '../reads/resolve-ref.ts';
import { configPathOf, predefinedVariables } from '../variables/predefined-variables.ts';

export type LintRequest = {
  access: ProjectAccess;
  /** The text; left out, the file at `contentRef` is read. */
  content?: string | undefined;
  /** Commit, branch or tag; the default branch when left out. */
  contentRef?: string | undefined;
  /** Plans the jobs of a pipeline on `ref` too. */
  isDryRun: boolean;
  /** Branch or tag of the dry run. */
  ref?: string | undefined;
};

export type LintedJob = Pick<
  PlannedJob,
  | 'name'
  | 'stage'
  | 'beforeScript'
  | 'script'
  | 'afterScript'
  | 'tags'
  | 'environment'
  | 'when'
  | 'allowFailure'
  | 'needs'
>;

export type LintMessage = Pick<ConfigError, 'message' | 'file' | 'line' | 'column'>;

export type LintResult = {
  errors: readonly LintMessage[];
  warnings: readonly LintMessage[];
  mergedYaml: string | null;
  includes: readonly IncludedFile[];
  /** Jobs of a pipeline on the ref. */
  jobs: readonly LintedJob[];
  /** All jobs of the configuration, whatever their rules; null where it is not valid. */
  config: ResolvedConfig | null;
  /** The commit that files are read at; empty in an empty repository. */
  sha: string;
};

/** Without a ref nothing is known of changes and files. */
const NO_CONDITIONS = {
  changedFiles: () => Promise.resolve({ status: 'unknown' } as const),
  exists: () => Promise.resolve(true),
};

/** An empty repository has no files to include. */
const NO_FILES: Pick<FileSources, 'fetchLocal' | 'listLocal'> = {
  fetchLocal: () => Promise.resolve({ ok: false, reason: 'not_found' }),
  listLocal: () => Promise.resolve([]),
};

async function commitOf(ctx: Context, { access, contentRef }: LintRequest): Promise<string> {
  if (await isEmptyRepository(repositoryOf(ctx, access))) return '';
  const name = contentRef ?? access.project.default_branch ?? 'HEAD';
  return (await getRevision(ctx, access, name, 'Commit')).commitSha;
}

/**
 * Checks a configuration as the actor: includes are read with their rights. Values of variables that were set for the project
 * take no part, so that the merged file tells none of them; a dry run needs the right to run pipelines on its ref.
 */
export async function lintConfig(ctx: Context, request: LintRequest): Promise<LintResult> {
  const { access } = request;
  const repo = repositoryOf(ctx, access);
  const sha = await commitOf(ctx, request);
  const file = configPathOf(access.project);
  const content = request.content ?? (sha === '' ? null : await readConfigFile(repo, sha, file));
  const nothing = { warnings: [], mergedYaml: null, includes: [], jobs: [], config: null, sha };
  const about = (message: string): LintMessage => ({ message, file, line: 1, column: 1 });
  if (content === null) return { ...nothing, errors: [about(`Please provide content of ${file}`)] };
  const at = await dryRunRef(ctx, request);
  const predefined = await predefinedFor(ctx, access, at, sha);
  const here = { access, repo, sha };
  const conditions = request.isDryRun ? ruleConditions(ctx, here, null) : NO_CONDITIONS;
  const { ci_max_includes: maxIncludes, ci_pipeline_size: maxJobs } = await getSettings(ctx);
  const loaded = await loadConfig({
    text: content,
    file,
    variables: predefined,
    conditions,
    ...configSources(ctx, here),
    ...(sha === '' && NO_FILES),
    limits: { maxIncludes },
  });
  const { includes, mergedYaml, warnings } = loaded;
  if (!loaded.ok) return { ...nothing, errors: loaded.errors, warnings, includes, mergedYaml };
  const { config } = loaded;
  const planned = await planPipeline(config, {
    source: 'push',
    ref: at.ref,
    isTag: at.isTag,
    projectPath: access.project.full_path,
    predefined,
    variables: [],
    conditions,
    maxJobs,
  });
  const found = { warnings, mergedYaml, includes, config, sha };
  if (planned.kind === 'planned') return { ...found, errors: [], jobs: planned.jobs };
  // That no pipeline would run is a mistake only for the ref that was asked for.
  const errors = planned.kind === 'invalid' ? planned.errors : request.isDryRun ? [about(planned.message)] : [];
  return { ...found, errors, jobs: [] };
}

async function predefinedFor(
  ctx: Context,
  access: ProjectAccess,
  at: ResolvedRef,
  sha: string,
): Promise<Record<string, string>> {
  if (sha === '') return {};
  const commit = await findCommit(repositoryOf(ctx, access), at.sha || sha);
  if (!commit) throw new AppError('not_found', { resource: 'Commit' });
  const facts = { source: 'push', ...at, beforeSha: null, isRefProtected: false, commit } as const;
  return predefinedVariables(ctx, access, { ...facts, sha: commit.sha });
}

async function dryRunRef(ctx: Context, request: LintRequest): Promise<ResolvedRef> {
  const { access, isDryRun } = request;
  const ref = request.ref ?? access.project.default_branch ?? 'main';
  if (!isDryRun) return { ref, isTag: false, sha: '' };
  const at = await resolveRef(ctx, access, ref);
  if (!at) return failFields({ base: ['Reference not found'] });
  const refusal = await runRefusal(ctx, access, at);
  if (refusal) throw new AppError(refusal.code, refusal.params);
  return at;
}

/** The file of the default branch, or null. */
export async function configOnDefaultBranch(ctx: Context, access: ProjectAccess): Promise<string | null> {
  const branch = access.project.default_branch;
  const at = branch === null ? undefined : await resolveRef(ctx, access, branch);
  return at ? readConfigFile(repositoryOf(ctx, access), at.sha, configPathOf(access.project)) : null;
}
