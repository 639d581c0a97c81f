import { compilePattern } from '../text/pattern.ts';
import { type YamlNode, valueOf } from '../yaml/tree.ts';
import { MAX_JOB_NAME_LENGTH } from '../limits.ts';
import { readArtifacts, readCaches } from './artifacts.ts';
import type { Field } from './field.ts';
import { type InputSpec, readJobInput } from './input-specs.ts';
import { readImage, readServices } from './images.ts';
import type { ArtifactsConfig, JobConfig, JobSettings, RetryConfig, RetryReason, When } from './model.ts';
import { readAllowFailure, readDelay, readExitCodes, readNeeds, readOnly, readRules, WHEN } from './rules.ts';
import { readEnvironment, readPages, readRelease, readResourceGroup, readTrigger } from './triggers.ts';
import { readParallel, readVariables } from './variables.ts';

/** Keys of `default`; each is also a key of a job. */
export const DEFAULT_KEYS = [
  'after_script',
  'artifacts',
  'before_script',
  'cache',
  'hooks',
  'id_tokens',
  'image',
  'interruptible',
  'retry',
  'services',
  'tags',
  'timeout',
];

/** Keys of a job with `trigger`. */
export const TRIGGER_JOB_KEYS = [
  'trigger',
  'stage',
  'allow_failure',
  'only',
  'except',
  'when',
  'start_in',
  'extends',
  'variables',
  'inherit',
  'rules',
  'needs',
  'parallel',
  'environment',
  'interruptible',
  'resource_group',
  'manual_confirmation',
];

export const JOB_KEYS = [
  ...DEFAULT_KEYS,
  'stage',
  'allow_failure',
  'only',
  'except',
  'when',
  'start_in',
  'extends',
  'variables',
  'inherit',
  'rules',
  'needs',
  'parallel',
  'environment',
  'resource_group',
  'manual_confirmation',
  'script',
  'dependencies',
  'coverage',
  'release',
  'pages',
  'publish',
  'inputs',
];

/** Keys that GitLab has and this configuration refuses, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  secrets: 'is not supported: secret managers cannot be connected; use masked or hidden CI/CD variables',
  run: 'is not supported: steps need another executor; use script',
  identity: 'is not supported: use id_tokens to sign in to a cloud provider',
  dast_configuration: 'is not supported: use CI/CD variables of the scanner',
};

const RETRY_REASONS: readonly RetryReason[] = [
  'always',
  'unknown_failure',
  'script_failure',
  'api_failure',
  'stuck_or_timeout_failure',
  'runner_system_failure',
  'runner_unsupported',
  'stale_schedule',
  'job_execution_timeout',
  'archived_failure',
  'unmet_prerequisites',
  'scheduler_failure',
  'data_integrity_failure',
  'runner_provisioning_timeout',
];
const MAX_RETRIES = 2;
const MAX_TIMEOUT_SECONDS = 31 * 86_400;
const MAX_TAGS = 50;
const NO_RETRY: RetryConfig = { max: 0, when: ['always'], exitCodes: [] };

/** Reads a visible job, whose defaults are merged already. Undefined where it is no job at all; other faults are reported. */
export function readJob(field: Field, name: string): JobConfig | undefined {
  if (name.length > MAX_JOB_NAME_LENGTH)
    field.failValue(`name is too long (maximum is ${MAX_JOB_NAME_LENGTH} characters)`);
  refuseKeys(field);
  const isTrigger = field.node !== undefined && isTriggerJob(field.node);
  const together = ['script', 'run', 'trigger'].filter((key) => field.has(key));
  if (together.length > 1) {
    field.fail(`config these keys cannot be used together: ${together.join(', ')}`, `one of: ${together.join(', ')}`);
    return undefined;
  }
  const allowed = isTrigger ? TRIGGER_JOB_KEYS : [...JOB_KEYS, ...Object.keys(REFUSED)];
  if (!field.isMap(allowed)) return undefined;
  checkCombinations(field);
  const when = field.get('when').oneOf(WHEN.filter((each) => each !== 'never')) ?? null;
  const rules = readRules(field.get('rules'), 'job');
  return {
    ...readSettings(field, name),
    name,
    at: field.at,
    kind: isTrigger ? 'trigger' : 'build',
    variables: readVariables(field.get('variables')),
    inheritVariables: readInherit(field.get('inherit'), 'variables'),
    rules,
    only: readOnly(field.get('only')),
    except: readOnly(field.get('except')),
    when,
    startInSeconds: readStartIn(field, when, rules !== null),
    allowFailure: readAllowFailure(field.get('allow_failure')),
    interruptible: field.get('interruptible').boolean() ?? false,
    needs: readNeeds(field.get('needs')),
    parallel: readParallel(field.get('parallel')),
    environment: readEnvironment(field.get('environment')),
    resourceGroup: readResourceGroup(field.get('resource_group')),
  };
}

/** Reports what is wrong in `default`, also where no job uses it. */
export function checkDefaults(field: Field): void {
  readSettings(field, '');
  field.get('interruptible').boolean();
}

/** Does it run no commands: does it start a pipeline, or follow the status of one with `needs: {pipeline: …}`? */
export function isTriggerJob(job: YamlNode): boolean {
  if (valueOf(job, 'trigger') !== undefined) return true;
  const upstream = valueOf(valueOf(job, 'needs'), 'pipeline');
  return upstream !== undefined && valueOf(job, 'script') === undefined && valueOf(job, 'run') === undefined;
}

/** Reports keys that cannot be used here, with the reason. */
export function refuseKeys(field: Field): void {
  for (const [key, reason] of Object.entries(REFUSED)) {
    if (field.has(key)) field.get(key).fail(reason);
  }
}

function checkCombinations(field: Field): void {
  if (!field.has('rules') || !field.get('rules').isPresent) return;
  const wrong = ['only', 'except', 'start_in'].filter((key) => field.get(key).isPresent);
  if (wrong.length > 0)
    field.fail(
      `config key may not be used with \`rules\`: ${wrong.join(', ')}`,
      'rules alone',
      field.get(wrong[0] ?? '').at,
    );
}

function readStartIn(field: Field, when: When | null, hasRules: boolean): number | null {
  const startIn = field.get('start_in');
  if (when === 'delayed' && !startIn.isPresent)
    startIn.failValue('should be a duration', 'a duration such as 30 minutes');
  if (when !== 'delayed' && startIn.isPresent && !hasRules)
    startIn.failValue('must be blank', 'no value, or when: delayed');
  return readDelay(startIn);
}

function readSettings(field: Field, name: string): Omit<JobSettings, 'kind'> {
  const pages = readPages(field, name);
  return {
    stage: field.get('stage').text() ?? 'test',
    script: readScript(field),
    beforeScript: field.get('before_script').script() ?? [],
    afterScript: field.get('after_script').script() ?? [],
    preGetSourcesScript: readHooks(field.get('hooks')),
    image: readImage(field.get('image')),
    services: readServices(field.get('services')) ?? [],
    tags: readTags(field.get('tags')),
    artifacts: withPages(readArtifacts(field.get('artifacts')), pages?.publish),
    cache: readCaches(field.get('cache')) ?? [],
    retry: readRetry(field.get('retry')),
    timeoutSeconds: readTimeout(field.get('timeout')),
    coverage: readCoverage(field.get('coverage')),
    dependencies: field.get('dependencies').strings() ?? null,
    idTokens: readIdTokens(field.get('id_tokens')),
    trigger: readTrigger(field.get('trigger')),
    release: readRelease(field.get('release')),
    pages,
    manualConfirmation: field.get('manual_confirmation').string() ?? null,
    inputs: readJobInputs(field.get('inputs')),
  };
}

function readJobInputs(field: Field): InputSpec[] {
  if (!field.isPresent) return [];
  if (field.node?.kind !== 'map') {
    field.fail('config should be a hash', 'a mapping of inputs to their defaults');
    return [];
  }
  return field.entries().flatMap(({ key }) => readJobInput(field.get(key), key) ?? []);
}

function readScript(field: Field): string[] {
  const script = field.get('script');
  const lines = script.script() ?? [];
  const isBlank = !script.isPresent || (script.node?.kind === 'list' && script.node.items.length === 0);
  if (isBlank && field.has('script') && !field.has('trigger'))
    script.failValue("can't be blank", 'the commands to run');
  return lines;
}

/** The published folder of a pages job is always uploaded. */
function withPages(artifacts: ArtifactsConfig | null, publish: string | undefined): ArtifactsConfig | null {
  if (publish === undefined || artifacts?.paths.includes(publish)) return artifacts;
  const none: ArtifactsConfig = {
    paths: [],
    exclude: [],
    name: null,
    untracked: false,
    when: 'on_success',
    expireIn: null,
    expireInSeconds: null,
    exposeAs: null,
    access: 'all',
    reports: [],
  };
  const base = artifacts ?? none;
  return { ...base, paths: [...base.paths, publish] };
}

function readHooks(field: Field): string[] {
  if (!field.isPresent || !field.isMap(['pre_get_sources_script'])) return [];
  return field.get('pre_get_sources_script').script() ?? [];
}

function readTags(field: Field): string[] {
  const tags = field.strings({ single: true }) ?? [];
  if (tags.length > MAX_TAGS)
    field.fail(`config must be less than the limit of ${MAX_TAGS} tags`, `at most ${MAX_TAGS} tags`);
  return tags;
}

function readRetry(field: Field): RetryConfig {
  if (!field.isPresent) return NO_RETRY;
  if (field.node?.kind !== 'map') {
    const max = field.asEntry().integer(0, MAX_RETRIES);
    return max === undefined ? NO_RETRY : { ...NO_RETRY, max };
  }
  if (!field.isMap(['max', 'when', 'exit_codes'])) return NO_RETRY;
  const exitCodes = readExitCodes(field.get('exit_codes'));
  const reasons = field.get('when').strings({ single: true }) ?? [];
  const unknown = reasons.filter((reason) => !RETRY_REASONS.some((known) => known === reason));
  if (unknown.length > 0)
    field.get('when').failValue(`contains unknown values: ${unknown.join(', ')}`, RETRY_REASONS.join(', '));
  const when = RETRY_REASONS.filter((reason) => reasons.includes(reason));
  return {
    max: field.get('max').integer(0, MAX_RETRIES) ?? 0,
    // With exit codes alone, no other failure is retried.
    when: reasons.length > 0 || exitCodes.length > 0 ? when : ['always'],
    exitCodes,
  };
}

function readTimeout(field: Field): number | null {
  const seconds = field.duration() ?? null;
  if (seconds !== null && seconds > MAX_TIMEOUT_SECONDS)
    field.failValue('should not exceed the limit', 'at most one month');
  return seconds;
}

function readCoverage(field: Field): string | null {
  const text = field.text();
  if (text === undefined) return null;
  if (!compilePattern(text)) field.fail('config must be a regular expression', 'a pattern such as /Coverage: (\\d+)/');
  return text;
}

function readIdTokens(field: Field): JobSettings['idTokens'] {
  if (!field.isPresent) return {};
  if (field.node?.kind !== 'map') {
    field.fail('config should be a hash', 'a mapping of variables to tokens');
    return {};
  }
  return Object.fromEntries(
    field.entries().map(({ key }) => {
      const token = field.get(key);
      const isMap = token.isMap(['aud']);
      const aud = isMap ? (token.get('aud').strings({ single: true }) ?? []) : [];
      if (isMap && aud.length === 0) token.get('aud').failValue("can't be blank", 'the receiver of the token');
      return [key, { aud }];
    }),
  );
}

/** `inherit:default` or `inherit:variables`: all, none, or those named. */
export function readInherit(field: Field, key: 'default' | 'variables'): boolean | string[] {
  if (!field.isPresent || !field.isMap(['default', 'variables'])) return true;
  const value = field.get(key);
  if (!value.isPresent) return true;
  if (value.node?.kind === 'scalar') return value.boolean() ?? true;
  const names = value.strings({ wrongType: 'config should be a bool or array of strings' }) ?? [];
  if (key === 'default' && names.some((name) => !DEFAULT_KEYS.includes(name)))
    value.fail('config contains unknown values', `some of: ${DEFAULT_KEYS.join(', ')}`);
  return names;
}
