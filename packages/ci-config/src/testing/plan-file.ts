import { readFileSync } from 'node:fs';
import type { Inputs } from '../config/model.ts';
import { loadConfig } from '../load/load-config.ts';
import type { FetchedFile, LoadRequest } from '../load/sources.ts';
import type { PlanContext, PlannedJob, PlannedNeed, PlanResult } from '../plan/context.ts';
import type { ChangedFiles } from '../plan/match-rules.ts';
import { planPipeline } from '../plan/plan-pipeline.ts';
import { TEMPLATES } from '../templates.ts';
import { matchesAnyGlob } from '../text/glob.ts';

export type Scenario = 'main' | 'branch' | 'mr' | 'tag' | 'schedule' | 'web';

export interface Situation {
  readonly scenario?: Scenario;
  readonly variables?: Readonly<Record<string, string>>;
  readonly changed?: readonly string[];
  readonly files?: readonly string[];
  readonly inputs?: Inputs;
  readonly maxJobs?: number;
}

const SCENARIOS: Record<Scenario, Pick<PlanContext, 'source' | 'ref' | 'isTag' | 'predefined'>> = {
  main: { source: 'push', ref: 'main', isTag: false, predefined: { CI_COMMIT_BRANCH: 'main' } },
  branch: { source: 'push', ref: 'feature-1', isTag: false, predefined: { CI_COMMIT_BRANCH: 'feature-1' } },
  mr: {
    source: 'merge_request_event',
    ref: 'feature-1',
    isTag: false,
    predefined: { CI_MERGE_REQUEST_IID: '7', CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature-1' },
  },
  tag: { source: 'push', ref: 'v1.2.3', isTag: true, predefined: { CI_COMMIT_TAG: 'v1.2.3' } },
  schedule: { source: 'schedule', ref: 'main', isTag: false, predefined: { CI_COMMIT_BRANCH: 'main' } },
  web: { source: 'web', ref: 'main', isTag: false, predefined: { CI_COMMIT_BRANCH: 'main' } },
};

/** A context of a pipeline; everything else than `main` in it comes from the situation. */
export function contextOf({ scenario = 'main', variables = {}, changed, files = [], maxJobs }: Situation): PlanContext {
  const { source, ref, isTag, predefined } = SCENARIOS[scenario];
  const known: ChangedFiles = changed ? { status: 'known', paths: changed } : { status: 'unknown' };
  return {
    source,
    ref,
    isTag,
    projectPath: 'group/project',
    predefined: {
      ...predefined,
      CI_PIPELINE_SOURCE: source,
      CI_COMMIT_REF_NAME: ref,
      CI_COMMIT_REF_SLUG: ref.replaceAll('.', '-'),
      CI_DEFAULT_BRANCH: 'main',
    },
    variables: Object.entries(variables).map(([key, value]) => ({ key, value, raw: false })),
    conditions: {
      changedFiles: async (compareTo) => (compareTo === 'no-ref' ? { status: 'invalid_ref' } : known),
      exists: async ({ paths }) => matchesAnyGlob(paths, files),
    },
    ...(maxJobs !== undefined && { maxJobs }),
  };
}

export async function planText(
  text: string,
  situation: Situation = {},
  request: Partial<LoadRequest> = {},
): Promise<PlanResult> {
  const { inputs = {} } = situation;
  const loaded = await loadConfig({ text, inputs, ...request });
  if (!loaded.ok) return { kind: 'invalid', errors: loaded.errors };
  return planPipeline(loaded.config, contextOf(situation));
}

/** Included files by path; those of other projects by project and path. */
export function sourcesOf(files: Readonly<Record<string, string>>): Partial<LoadRequest> {
  const read = (path: string): FetchedFile => {
    const text = files[path];
    return text === undefined ? { ok: false, reason: 'not_found' } : { ok: true, text, sha: 'abc' };
  };
  return {
    fetchLocal: async (path, origin) => read(origin ? `${origin.project}:${path}` : path),
    listLocal: async () => Object.keys(files),
    fetchProject: async ({ project, path }) =>
      project === 'group/none' ? { ok: false, reason: 'project_not_found' } : read(`${project}:${path}`),
    fetchRemote: async (url) => read(url),
    fetchTemplate: async (name) => {
      const text = TEMPLATES[name];
      return text === undefined ? { ok: false, reason: 'not_found' } : { ok: true, text };
    },
    componentHost: 'host',
    fetchComponent: async ({ project, name, version }) => {
      const path = `templates/${name}.yml`;
      const found = read(`${project}:${path}@${version}`);
      return found.ok ? { ...found, path, release: version === '~latest' ? '1.2.3' : null } : found;
    },
  };
}

export const readFixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}.yml`, import.meta.url), 'utf8');

/**
 * `build: compile | test: unit<compile, lint?`. Behind a name: `?` may fail, `!` manual, `~` delayed, `+` always, `-` on failure,
 * `>` triggers a pipeline, `<` what it needs.
 */
export function summarize(result: PlanResult): string {
  if (result.kind === 'skipped') return result.reason;
  if (result.kind === 'invalid') return result.errors.map((error) => error.message).join('; ');
  return result.stages
    .map((stage) => {
      const jobs = result.jobs.filter((job) => job.stage === stage);
      return `${stage}: ${jobs.map(summarizeJob).join(', ')}`;
    })
    .join(' | ');
}

const SIGNS = { on_success: '', manual: '!', delayed: '~', always: '+', on_failure: '-' };

function summarizeJob(job: PlannedJob): string {
  const mayFail = job.allowFailure === false ? '' : '?';
  const needs = job.needs ? `<${job.needs.map(nameOf).join('+')}` : '';
  return `${job.name}${job.kind === 'trigger' ? '>' : ''}${SIGNS[job.when]}${mayFail}${needs}`;
}

function nameOf(need: PlannedNeed): string {
  if (need.kind === 'job') return need.name;
  return need.kind === 'cross_project' ? `${need.project}@${need.ref}/${need.job}` : need.kind;
}
