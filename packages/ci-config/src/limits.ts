/** Limits of one configuration. They are checked before anything is expanded. */
export interface ConfigLimits {
  /** Characters of one file. */
  readonly maxFileLength: number;
  /** Characters of all files of a configuration together. */
  readonly maxTotalLength: number;
  /** Words and signs of YAML in one file; bounds the time for parsing. */
  readonly maxTokens: number;
  /** Included files, counting each inclusion. */
  readonly maxIncludes: number;
  /** How deep included files include others. */
  readonly maxIncludeDepth: number;
}

export const DEFAULT_LIMITS: ConfigLimits = {
  maxFileLength: 1_000_000,
  maxTotalLength: 4_000_000,
  maxTokens: 100_000,
  maxIncludes: 150,
  maxIncludeDepth: 20,
};

/** Nodes of a configuration, with every alias, reference and parent counted as often as it is used. */
export const MAX_NODES = 100_000;
/** Levels of mappings and lists. */
export const MAX_DEPTH = 100;
/** Anchors and aliases in one file. */
export const MAX_ANCHORS = 5_000;
/** Levels of `extends`. */
export const MAX_EXTENDS_DEPTH = 10;
/** Levels of `!reference` inside references. */
export const MAX_REFERENCE_DEPTH = 10;
/** Jobs of one `parallel`. */
export const MAX_PARALLEL = 200;
/** Entries of `needs` of one job. */
export const MAX_NEEDS = 50;
/** Length of a job name. */
export const MAX_JOB_NAME_LENGTH = 255;
/** Characters that the variables of a job may have after their expansion. */
export const MAX_EXPANDED_LENGTH = 1_000_000;
/** Comparisons of a path with a pattern for one rule; beyond them the rule matches. */
export const MAX_GLOB_COMPARISONS = 50_000;
