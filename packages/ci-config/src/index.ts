export type { ConfigError, SourceLocation } from './diagnostics.ts';
export { type ConfigLimits, DEFAULT_LIMITS } from './limits.ts';
export { loadConfig, type LoadResult } from './load/load-config.ts';
export { readComponentInputs } from './load/component-spec.ts';
export { inputProblem, type InputSpec, inputText, type InputType } from './config/input-specs.ts';
export { TEMPLATES } from './templates.ts';
export { insertJobInputs } from './text/job-inputs.ts';
export type {
  ComponentRequest,
  FetchedFile,
  FileSources,
  IncludedFile,
  LoadRequest,
  ProjectOrigin,
} from './load/sources.ts';
export { planPipeline } from './plan/plan-pipeline.ts';
export type {
  PipelineSource,
  PlanContext,
  PlannedJob,
  PlannedNeed,
  PlannedPipeline,
  PlanResult,
} from './plan/context.ts';
export type { ChangedFiles, RuleConditions } from './plan/match-rules.ts';
export { expandAll, expandVariables, type Variable, variableMap, variableResolver } from './text/expand-variables.ts';
export { compilePattern, type Pattern } from './text/pattern.ts';
export { parseDuration } from './text/duration.ts';
export { readRouteMap, type RouteMap } from './route-map.ts';
export { compileGlob, matchesAnyGlob } from './text/glob.ts';
export type * from './config/model.ts';
export { type Keyword, KEYWORDS } from './keywords.ts';
export { STARTER_FILES, type StarterFile } from './starter-files.ts';
export { PREDEFINED_VARIABLES, type PredefinedVariable } from './predefined-variables.ts';
