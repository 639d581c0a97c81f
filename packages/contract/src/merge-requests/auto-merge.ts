/** Ways of merging later, by itself, as clients name them; of each the older name as well. */
export const AUTO_MERGE_STRATEGIES = [
  'merge_when_pipeline_succeeds',
  'merge_when_checks_pass',
  'add_to_merge_train_when_pipeline_succeeds',
  'add_to_merge_train_when_checks_pass',
  'merge_train',
] as const;

export type AutoMergeStrategy = (typeof AUTO_MERGE_STRATEGIES)[number];
