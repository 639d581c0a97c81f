import type { ExistsCondition, RuleConfig } from '../config/model.ts';
import { evaluateExpression, parseExpression } from '../text/expression.ts';
import { expandVariables } from '../text/expand-variables.ts';
import { matchesAnyGlob } from '../text/glob.ts';

export type Lookup = (name: string) => string | undefined;

/**
 * Changed paths of the pipeline. `unknown` where there is nothing to compare with (a tag, a schedule, a manual pipeline): then every
 * `changes` matches. `invalid_ref` where `compare_to` names no ref.
 */
export type ChangedFiles =
  | { readonly status: 'known'; readonly paths: readonly string[] }
  | { readonly status: 'unknown' }
  | { readonly status: 'invalid_ref' };

/** Questions of rules that need the repository. */
export interface RuleConditions {
  /** Against the given ref, else against what the pipeline is about: the commit before the push, or the target of the merge request. */
  changedFiles(compareTo: string | null): Promise<ChangedFiles>;
  /** Does a file match one of the globs? In the project of the pipeline at its commit, unless the condition names another. */
  exists(condition: ExistsCondition): Promise<boolean>;
}

export type RuleOutcome =
  | { readonly kind: 'match'; readonly rule: RuleConfig }
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly rule: RuleConfig; readonly message: string };

/** The first rule whose conditions all hold. */
export async function matchRules(
  rules: readonly RuleConfig[],
  lookup: Lookup,
  conditions: RuleConditions,
): Promise<RuleOutcome> {
  for (const rule of rules) {
    if (rule.if !== null && !isTrue(rule.if, lookup)) continue;
    if (rule.changes) {
      const compareTo = rule.changes.compareTo === null ? null : expandVariables(rule.changes.compareTo, lookup);
      const changed = await conditions.changedFiles(compareTo);
      if (changed.status === 'invalid_ref') return { kind: 'invalid', rule, message: 'compare_to is not a valid ref' };
      if (changed.status === 'known' && !hasChanged(rule.changes.paths, changed.paths, lookup)) continue;
    }
    if (rule.exists && !(await conditions.exists(expandExists(rule.exists, lookup)))) continue;
    return { kind: 'match', rule };
  }
  return { kind: 'none' };
}

export function isTrue(text: string, lookup: Lookup): boolean {
  const expression = parseExpression(text);
  return expression !== undefined && evaluateExpression(expression, lookup);
}

/** Does one of the globs match a changed file? A dollar sign before an unknown name is part of the path. */
export const hasChanged = (globs: readonly string[], paths: readonly string[], lookup: Lookup): boolean =>
  matchesAnyGlob(
    expandEach(globs, lookup).filter((glob) => !glob.endsWith('/')),
    paths,
  );

const expandEach = (globs: readonly string[], lookup: Lookup): string[] =>
  globs.map((glob) => expandVariables(glob, lookup, { keepUnknown: true }));

const expandExists = (condition: ExistsCondition, lookup: Lookup): ExistsCondition => ({
  paths: expandEach(condition.paths, lookup),
  project: condition.project === null ? null : expandVariables(condition.project, lookup),
  ref: condition.ref === null ? null : expandVariables(condition.ref, lookup),
});

/** The same answers, each asked for once: many jobs have the same conditions. */
export function askOnce(conditions: RuleConditions): RuleConditions {
  const changed = new Map<string | null, Promise<ChangedFiles>>();
  const existing = new Map<string, Promise<boolean>>();
  const once = <Key, Answer>(known: Map<Key, Promise<Answer>>, key: Key, ask: () => Promise<Answer>) => {
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    return answer;
  };
  return {
    changedFiles: (compareTo) => once(changed, compareTo, () => conditions.changedFiles(compareTo)),
    exists: (condition) => once(existing, JSON.stringify(condition), () => conditions.exists(condition)),
  };
}
