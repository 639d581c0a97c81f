import { parseExpression } from '../text/expression.ts';
import { compilePattern } from '../text/pattern.ts';
import type { Field } from './field.ts';
import type {
  AllowFailure,
  AutoCancel,
  ChangesCondition,
  ExistsCondition,
  NeedConfig,
  OnlyConfig,
  RuleConfig,
  When,
} from './model.ts';
import { MAX_NEEDS } from '../limits.ts';
import { readMatrix, readVariables } from './variables.ts';

export const RULE_KEYS = [
  'if',
  'changes',
  'exists',
  'when',
  'start_in',
  'allow_failure',
  'variables',
  'needs',
  'interruptible',
];
/** The last three have no effect, but existing files have them. */
const WORKFLOW_RULE_KEYS = [
  'if',
  'changes',
  'exists',
  'when',
  'variables',
  'auto_cancel',
  'start_in',
  'allow_failure',
  'needs',
];
export const INCLUDE_RULE_KEYS = ['if', 'changes', 'exists', 'when'];
export const WHEN: readonly When[] = ['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never'];
const MAX_PATHS = 50;
const MAX_DELAY_SECONDS = 7 * 86_400;
const MAX_CROSS_PROJECT_NEEDS = 5;

export type RuleOwner = 'job' | 'workflow' | 'include';

const ALLOWED: Readonly<Record<RuleOwner, { keys: readonly string[]; when: readonly When[] }>> = {
  job: { keys: RULE_KEYS, when: WHEN },
  workflow: { keys: WORKFLOW_RULE_KEYS, when: ['always', 'never'] },
  include: { keys: INCLUDE_RULE_KEYS, when: ['always', 'never'] },
};

/** The rules of a job, of `workflow` or of an `include`; null where there are none. */
export function readRules(field: Field, owner: RuleOwner): RuleConfig[] | null {
  if (!field.isPresent) return null;
  if (field.node?.kind !== 'list') {
    field.fail('config should be a array', 'a list of rules');
    return null;
  }
  return flatten(field).flatMap((item) => readRule(item.named(`${field.path}:rule`), owner) ?? []);
}

/** `!reference` in a list gives lists in lists. */
function flatten(field: Field): Field[] {
  return field.items().flatMap((item) => (item.node?.kind === 'list' ? flatten(item) : [item]));
}

function readRule(field: Field, owner: RuleOwner): RuleConfig | null {
  const allowed = ALLOWED[owner];
  if (!field.isMap(allowed.keys)) return null;
  const when = field.get('when').oneOf(allowed.when) ?? null;
  const startIn = field.get('start_in');
  if (when === 'delayed' && !startIn.isPresent)
    startIn.failValue('should be a duration', 'a duration such as 30 minutes');
  if (owner === 'job' && when !== 'delayed' && when !== null && startIn.isPresent)
    startIn.failValue('must be blank', 'no value');
  const startInSeconds = readDelay(startIn);
  return {
    at: field.at,
    if: readCondition(field.get('if'), field),
    changes: readChanges(field.get('changes')),
    exists: readExists(field.get('exists')),
    when,
    startInSeconds,
    allowFailure: readAllowFailure(field.get('allow_failure')),
    interruptible: field.get('interruptible').boolean() ?? null,
    variables: readVariables(field.get('variables')),
    needs: readNeeds(field.get('needs')),
    autoCancel: owner === 'workflow' && field.has('auto_cancel') ? readAutoCancel(field.get('auto_cancel')) : null,
  };
}

/** How long a delayed job waits. */
export function readDelay(field: Field): number | null {
  const seconds = field.duration() ?? null;
  if (seconds !== null && seconds > MAX_DELAY_SECONDS)
    field.failValue('should not exceed the limit', 'at most one week');
  return seconds;
}

function readCondition(field: Field, owner: Field): string | null {
  const text = field.text();
  if (text === undefined) return null;
  if (!parseExpression(text))
    owner.fail('if invalid expression syntax', 'an expression such as $CI_COMMIT_BRANCH == "main"', field.at);
  return text;
}

function readChanges(field: Field): ChangesCondition | null {
  if (!field.isPresent) return null;
  if (field.node?.kind !== 'map') {
    const paths = readPaths(field, 'config should be an array of strings');
    return paths && { paths, compareTo: null };
  }
  if (!field.isMap(['paths', 'compare_to'])) return null;
  const paths = readPaths(field.get('paths'), 'config should be an array of strings');
  if (!paths) field.get('paths').failValue("can't be blank", 'a list of paths');
  return paths && { paths, compareTo: field.get('compare_to').string() ?? null };
}

function readExists(field: Field): ExistsCondition | null {
  if (!field.isPresent) return null;
  if (field.node?.kind !== 'map') {
    const paths = readPaths(field, 'config should be an array of strings');
    return paths && { paths, project: null, ref: null };
  }
  if (!field.isMap(['paths', 'project', 'ref'])) return null;
  const paths = readPaths(field.get('paths'), 'config should be an array of strings');
  const project = field.get('project').string() ?? null;
  const ref = field.get('ref').string() ?? null;
  if (ref !== null && project === null) field.get('project').failValue("can't be blank when ref is given", 'a project');
  return paths && { paths, project, ref };
}

function readPaths(field: Field, wrongType: string): string[] | null {
  const paths = field.strings({ single: true, wrongType });
  if (paths && paths.length > MAX_PATHS)
    field.fail(`config is too long (maximum is ${MAX_PATHS} items)`, `at most ${MAX_PATHS} patterns`);
  return paths ?? null;
}

export function readAllowFailure(field: Field): AllowFailure | null {
  if (!field.isPresent) return null;
  if (field.node?.kind !== 'map') {
    const isBoolean = field.node?.kind === 'scalar' && typeof field.node.value === 'boolean';
    if (!isBoolean) return field.fail('should be a hash or a boolean value', 'true, false or exit_codes') ?? null;
    return field.boolean() ?? null;
  }
  if (!field.isMap(['exit_codes'])) return null;
  const exitCodes = readExitCodes(field.get('exit_codes'));
  if (exitCodes.length === 0) field.get('exit_codes').failValue('should be an array of integers or an integer');
  return { exitCodes };
}

/** Windows has 32 bits of them. */
export const readExitCodes = (field: Field): number[] =>
  field.items().flatMap((item) => item.integer(-(2 ** 31), 2 ** 32 - 1) ?? []);

export function readAutoCancel(field: Field): Partial<AutoCancel> {
  if (!field.isPresent || !field.isMap(['on_new_commit', 'on_job_failure'])) return {};
  const onNewCommit = field.get('on_new_commit').oneOf(['conservative', 'interruptible', 'none']);
  const onJobFailure = field.get('on_job_failure').oneOf(['all', 'none']);
  return { ...(onNewCommit && { onNewCommit }), ...(onJobFailure && { onJobFailure }) };
}

/** `only` or `except`: a list of refs, or conditions by name. */
export function readOnly(field: Field): OnlyConfig | null {
  if (!field.isPresent) return null;
  if (field.node?.kind !== 'map') {
    const refs = field.strings({ single: true, wrongType: 'has to be either an array of conditions or a hash' });
    if (!refs) return null;
    checkRefs(field, refs);
    return { refs, variables: null, changes: null, kubernetes: false };
  }
  if (!field.isMap(['refs', 'variables', 'changes', 'kubernetes'])) return null;
  const refs = field.get('refs').strings({ single: true }) ?? null;
  if (refs) checkRefs(field.get('refs'), refs);
  const variables = field.get('variables').strings({ single: true }) ?? null;
  if (variables?.some((text) => !parseExpression(text)))
    field.get('variables').failValue('invalid expression syntax', 'expressions such as $NAME == "value"');
  const isActive = field.get('kubernetes').oneOf(['active']) === 'active';
  return {
    refs,
    variables,
    changes: readPaths(field.get('changes'), 'should be an array of strings'),
    kubernetes: isActive,
  };
}

function checkRefs(field: Field, refs: readonly string[]): void {
  const isValid = refs.every((ref) => !ref.startsWith('/') || compilePattern(ref.replace(/@.*$/, '')) !== undefined);
  if (!isValid)
    field.fail('config should be an array of strings or regular expressions using re2 syntax', 're2 syntax');
}

const NEED_KEYS = ['job', 'artifacts', 'optional', 'parallel', 'project', 'ref', 'pipeline'];

export function readNeeds(field: Field): NeedConfig[] | null {
  if (!field.isPresent) return null;
  const { node } = field;
  if (node?.kind === 'scalar') {
    field.fail('config can only be a hash or an array', 'a list of jobs');
    return null;
  }
  // Lists that are put together with anchors have empty items.
  const items = flatten(field).filter((item) => item.isPresent);
  const needs = items.flatMap((item) => readNeed(item.named(`${field.path}:need`)) ?? []);
  if (needs.length > MAX_NEEDS)
    field.fail(`config has ${needs.length} entries; a job can need ${MAX_NEEDS} others`, `at most ${MAX_NEEDS} jobs`);
  const others = needs.filter((need) => need.kind === 'cross_project').length;
  if (others > MAX_CROSS_PROJECT_NEEDS)
    field.fail(
      `config has ${others} jobs of other projects`,
      `at most ${MAX_CROSS_PROJECT_NEEDS} jobs of other projects`,
    );
  return needs;
}

function readNeed(field: Field): NeedConfig | null {
  const { at } = field;
  if (field.node?.kind === 'scalar') {
    const job = String(field.node.value);
    return { kind: 'job', at, job, artifacts: true, optional: false, matrix: null };
  }
  if (!field.isMap(NEED_KEYS)) return null;
  const job = field.get('job').text();
  const project = field.get('project').string();
  const pipeline = field.get('pipeline').string();
  const artifacts = field.get('artifacts').boolean() ?? true;
  if (pipeline !== undefined && job === undefined) return { kind: 'upstream_status', at, project: pipeline };
  if (job === undefined || job === '') {
    field.get('job').failValue("can't be blank", 'the name of a job');
    return null;
  }
  if (pipeline !== undefined) return { kind: 'cross_pipeline', at, pipeline, job, artifacts };
  if (project !== undefined) {
    const ref = field.get('ref').string();
    if (!ref) field.get('ref').failValue("can't be blank", 'a branch, tag or commit');
    return { kind: 'cross_project', at, project, job, ref: ref ?? '', artifacts };
  }
  const parallel = field.get('parallel');
  const matrix = parallel.isPresent && parallel.isMap(['matrix']) ? readMatrix(parallel.get('matrix')) : null;
  return { kind: 'job', at, job, artifacts, optional: field.get('optional').boolean() ?? false, matrix };
}
