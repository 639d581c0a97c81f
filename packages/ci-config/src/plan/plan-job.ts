import type { Diagnostics } from '../diagnostics.ts';
import type {
  EnvironmentConfig,
  JobConfig,
  NeedConfig,
  ResolvedConfig,
  RuleConfig,
  VariableMap,
} from '../config/model.ts';
import { TIERS } from '../config/triggers.ts';
import { parseDuration } from '../text/duration.ts';
import { expandVariables, type Variable, variableMap, variableResolver } from '../text/expand-variables.ts';
import type { PlanContext, PlannedJob } from './context.ts';
import { type Lookup, matchRules } from './match-rules.ts';
import { passesOnlyExcept } from './only-except.ts';
import type { JobInstance } from './parallel.ts';

/** A job whose needs still name jobs of the configuration. */
export type UnlinkedJob = Omit<PlannedJob, 'needs' | 'stageIndex'> & { readonly needs: readonly NeedConfig[] | null };

/** Variables below and above those of the configuration, the same for all jobs. */
export interface VariableLayers {
  readonly predefined: ReadonlyMap<string, Variable>;
  readonly given: ReadonlyMap<string, Variable>;
}

export interface Surroundings {
  readonly config: ResolvedConfig;
  readonly context: PlanContext;
  readonly layers: VariableLayers;
  /** Variables for all jobs. */
  readonly globals: VariableMap;
  readonly diagnostics: Diagnostics;
}

/** The job as part of the pipeline; undefined where its rules leave it out. */
export async function planJob(
  job: JobConfig,
  instance: JobInstance,
  surroundings: Surroundings,
): Promise<UnlinkedJob | undefined> {
  const scope = new VariableScope(job, instance, surroundings);
  const rule = await includedBy(job, scope.lookup(), surroundings);
  if (rule === undefined) return undefined;
  const when = rule?.when ?? job.when ?? 'on_success';
  if (when === 'never') return undefined;
  const lookup = scope.lookup(rule?.variables);
  const { name, index, total, matrix } = instance;
  const { rules: _rules, only: _only, except: _except, inheritVariables: _inherit, ...settings } = job;
  return {
    ...settings,
    name,
    baseName: job.name,
    when,
    startInSeconds: when === 'delayed' ? (rule?.startInSeconds ?? job.startInSeconds) : null,
    // A manual job blocks the pipeline only when it is made manual by a rule, or says so.
    allowFailure: rule?.allowFailure ?? job.allowFailure ?? (job.rules === null && when === 'manual'),
    interruptible: rule?.interruptible ?? job.interruptible,
    needs: rule?.needs ?? job.needs,
    variables: scope.ofConfig(rule?.variables),
    parallel: index === null || total === null ? null : { index, total },
    matrix,
    environment: job.environment && expandEnvironment(job.environment, lookup),
    resourceGroup: job.resourceGroup === null ? null : expandVariables(job.resourceGroup, lookup) || null,
  };
}

/** The rule that includes the job; null where it has no rules and is included; undefined where it is left out. */
async function includedBy(
  job: JobConfig,
  lookup: Lookup,
  { config, context, diagnostics }: Surroundings,
): Promise<RuleConfig | null | undefined> {
  if (!job.rules) {
    const isIncluded = await passesOnlyExcept(job, config.workflow.rules !== null, lookup, context);
    return isIncluded ? null : undefined;
  }
  const outcome = await matchRules(job.rules, lookup, context.conditions);
  if (outcome.kind === 'match') return outcome.rule;
  if (outcome.kind === 'invalid') {
    const message = `Failed to parse rule for ${job.name}: rules:changes:${outcome.message}`;
    diagnostics.error(outcome.rule.at, `jobs:${job.name}:rules`, message, 'an existing branch, tag or commit');
  }
  return undefined;
}

/** Which value a variable has for a job. */
class VariableScope {
  readonly #job: JobConfig;
  readonly #instance: JobInstance;
  readonly #surroundings: Surroundings;

  constructor(job: JobConfig, instance: JobInstance, surroundings: Surroundings) {
    this.#job = job;
    this.#instance = instance;
    this.#surroundings = surroundings;
  }

  lookup(ruleVariables: VariableMap = {}): Lookup {
    const { layers } = this.#surroundings;
    return variableResolver([
      layers.predefined,
      this.#ofJob(),
      variableMap(this.ofConfig(ruleVariables)),
      layers.given,
    ]);
  }

  /** Those of the configuration; of the same name, the nearest to the job. */
  ofConfig(ruleVariables: VariableMap = {}): Variable[] {
    const variables = new Map<string, Variable>();
    for (const source of [this.#inherited(), this.#job.variables, this.#matrix(), ruleVariables]) {
      for (const [key, { value, expand }] of Object.entries(source)) variables.set(key, { key, value, raw: !expand });
    }
    return [...variables.values()];
  }

  #inherited(): VariableMap {
    const { inheritVariables } = this.#job;
    const { globals } = this.#surroundings;
    if (typeof inheritVariables === 'boolean') return inheritVariables ? globals : {};
    return Object.fromEntries(Object.entries(globals).filter(([key]) => inheritVariables.includes(key)));
  }

  #matrix(): VariableMap {
    const entries = Object.entries(this.#instance.matrix);
    return Object.fromEntries(
      entries.map(([key, value]) => [key, { value, description: null, options: null, expand: true }]),
    );
  }

  #ofJob(): ReadonlyMap<string, Variable> {
    const { name, index, total } = this.#instance;
    const values = {
      CI_JOB_NAME: name,
      CI_JOB_STAGE: this.#job.stage,
      CI_NODE_TOTAL: String(total ?? 1),
      ...(index !== null && { CI_NODE_INDEX: String(index) }),
    };
    return variableMap(Object.entries(values).map(([key, value]) => ({ key, value, raw: true })));
  }
}

function expandEnvironment(environment: EnvironmentConfig, lookup: Lookup): EnvironmentConfig {
  const { autoStopIn, deploymentTierVariable } = environment;
  const tier = deploymentTierVariable === null ? null : expandVariables(deploymentTierVariable, lookup);
  const stopsIn = autoStopIn === null ? null : expandVariables(autoStopIn, lookup);
  return {
    ...environment,
    name: expandVariables(environment.name, lookup),
    deploymentTier: environment.deploymentTier ?? TIERS.find((each) => each === tier) ?? null,
    autoStopIn: stopsIn,
    autoStopInSeconds: environment.autoStopInSeconds ?? (stopsIn === null ? null : (parseDuration(stopsIn) ?? null)),
  };
}
