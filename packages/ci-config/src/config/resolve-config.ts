import type { Diagnostics } from '../diagnostics.ts';
import { entriesOf, map, type YamlEntry, type YamlMap, valueOf } from '../yaml/tree.ts';
import { crossCheck } from './cross-check.ts';
import { Field } from './field.ts';
import {
  checkDefaults,
  DEFAULT_KEYS,
  isTriggerJob,
  readInherit,
  readJob,
  refuseKeys,
  TRIGGER_JOB_KEYS,
} from './jobs.ts';
import type { JobConfig, ResolvedConfig, WorkflowConfig } from './model.ts';
import { readAutoCancel, readRules } from './rules.ts';
import { readVariables } from './variables.ts';

/** Keys of `default` that older files have at the top level. */
const LEGACY_DEFAULTS = ['image', 'services', 'cache', 'before_script', 'after_script'];
export const ROOT_KEYS = ['default', 'include', 'stages', 'variables', 'workflow', ...LEGACY_DEFAULTS];
const DEFAULT_STAGES = ['build', 'test', 'deploy'];

/** Checks a tree without includes, references and parents. What is returned holds only where no error was reported. */
export function resolveConfig(root: YamlMap, diagnostics: Diagnostics): ResolvedConfig {
  const field = new Field(root, root.at, 'root', diagnostics);
  const top = (key: string) => field.get(key).named(key);
  const stages = readStages(top('stages'));
  const defaults = readDefaults(root, top('default'));
  checkDefaults(new Field(map(defaults.values(), root.at), root.at, 'default', diagnostics));
  // What is wrong in them is reported once, and not for every job.
  if (diagnostics.errors.length > 0) defaults.clear();
  const jobs = entriesOf(root)
    .filter(({ key }) => !ROOT_KEYS.includes(key) && !key.startsWith('.'))
    .flatMap((entry) => resolveJob(entry, defaults, diagnostics) ?? []);
  const config = {
    stages: ['.pre', ...stages.filter((stage) => stage !== '.pre' && stage !== '.post'), '.post'],
    workflow: readWorkflow(top('workflow')),
    variables: readVariables(top('variables'), true),
    jobs,
  };
  const hasVisible = entriesOf(root).some(({ key }) => !ROOT_KEYS.includes(key) && !key.startsWith('.'));
  if (!hasVisible)
    diagnostics.error(
      root.at,
      'jobs',
      'jobs config should contain at least one visible job',
      'a job with script or trigger',
    );
  if (diagnostics.errors.length === 0) crossCheck(config, diagnostics);
  return config;
}

function readStages(field: Field): readonly string[] {
  if (!field.isPresent) return DEFAULT_STAGES;
  const wrongType = 'config should be an array of strings or a nested array of strings up to 10 levels deep';
  const stages = field.nestedStrings(wrongType) ?? DEFAULT_STAGES;
  return [...new Set(stages)];
}

function readWorkflow(field: Field): WorkflowConfig {
  const autoCancel = { onNewCommit: 'conservative', onJobFailure: 'none' } as const;
  if (!field.isPresent || !field.isMap(['name', 'rules', 'auto_cancel']))
    return { name: null, rules: null, autoCancel };
  return {
    name: field.get('name').string() ?? null,
    rules: readRules(field.get('rules'), 'workflow'),
    autoCancel: { ...autoCancel, ...readAutoCancel(field.get('auto_cancel')) },
  };
}

/** Entries by key; `default` counts before the older keys at the top level. */
function readDefaults(root: YamlMap, field: Field): Map<string, YamlEntry> {
  const defaults = new Map<string, YamlEntry>();
  for (const key of LEGACY_DEFAULTS) {
    const entry = root.entries.get(key);
    if (entry) defaults.set(key, entry);
  }
  refuseKeys(field);
  if (!field.isPresent || !field.isMap([...DEFAULT_KEYS, 'identity'])) return defaults;
  for (const entry of field.entries()) defaults.set(entry.key, entry);
  return defaults;
}

function resolveJob(
  entry: YamlEntry,
  defaults: ReadonlyMap<string, YamlEntry>,
  diagnostics: Diagnostics,
): JobConfig | undefined {
  const { key: name, value } = entry;
  if (value.kind !== 'map' || !isJob(value)) {
    const message = `jobs ${name} config should implement the script:, run:, or trigger: keyword`;
    const expected = `a job with script or trigger; a hidden key that starts with a dot; or one of: ${ROOT_KEYS.join(', ')}`;
    diagnostics.error(entry.at, `jobs:${name}`, message, expected);
    return undefined;
  }
  const own = new Field(value, entry.at, `jobs:${name}`, diagnostics);
  const inherited = readInherit(own.get('inherit'), 'default');
  const added = [...defaults.values()].filter(
    ({ key }) =>
      valueOf(value, key) === undefined &&
      (inherited === true || (Array.isArray(inherited) && inherited.includes(key))) &&
      (!isTriggerJob(value) || TRIGGER_JOB_KEYS.includes(key)),
  );
  const merged = added.length > 0 ? map([...entriesOf(value), ...added], value.at) : value;
  const job = readJob(new Field(merged, entry.at, `jobs:${name}`, diagnostics), name);
  return job && { ...job, at: entry.at };
}

const isJob = (value: YamlMap) =>
  ['script', 'run', 'trigger'].some((key) => value.entries.has(key)) || isTriggerJob(value);
