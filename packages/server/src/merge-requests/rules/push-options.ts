/** What `git push -o merge_request.…` asks for. */
export type MergeRequestOptions = {
  create: boolean;
  target: string | undefined;
  targetProject: string | undefined;
  title: string | undefined;
  description: string | undefined;
  isDraft: boolean | undefined;
  removeSourceBranch: boolean | undefined;
  squash: boolean | undefined;
  milestone: string | undefined;
  labels: string[];
  unlabels: string[];
  assign: string[];
  unassign: string[];
  reviewers: string[];
};

type Option = { name: string; value: string | undefined };

/** A flag without a value is on; `=false` switches it off. */
const flag = (value: string | undefined) => value === undefined || !/^(false|no|0|off)$/i.test(value);

const FIELDS: Record<string, (wish: MergeRequestOptions, value: string | undefined) => void> = {
  create: (wish, value) => (wish.create = flag(value)),
  target: (wish, value) => (wish.target = value),
  target_project: (wish, value) => (wish.targetProject = value),
  title: (wish, value) => (wish.title = value),
  // A line break cannot be typed in an option; written as \n it is meant.
  description: (wish, value) => (wish.description = value?.replaceAll('\\n', '\n')),
  draft: (wish, value) => (wish.isDraft = flag(value)),
  remove_source_branch: (wish, value) => (wish.removeSourceBranch = flag(value)),
  squash: (wish, value) => (wish.squash = flag(value)),
  milestone: (wish, value) => (wish.milestone = value),
  label: (wish, value) => wish.labels.push(...listOf(value)),
  unlabel: (wish, value) => wish.unlabels.push(...listOf(value)),
  assign: (wish, value) => wish.assign.push(...namesOf(value)),
  unassign: (wish, value) => wish.unassign.push(...namesOf(value)),
  reviewer: (wish, value) => wish.reviewers.push(...namesOf(value)),
};

const listOf = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const namesOf = (value: string | undefined) => listOf(value).map((name) => name.replace(/^@/, ''));

export function readMergeRequestOptions(options: readonly Option[]): { wish: MergeRequestOptions; unknown: string[] } {
  const wish: MergeRequestOptions = {
    create: false,
    target: undefined,
    targetProject: undefined,
    title: undefined,
    description: undefined,
    isDraft: undefined,
    removeSourceBranch: undefined,
    squash: undefined,
    milestone: undefined,
    labels: [],
    unlabels: [],
    assign: [],
    unassign: [],
    reviewers: [],
  };
  const unknown: string[] = [];
  for (const { name, value } of options) {
    const apply = FIELDS[name.replace(/^merge_request\./, '')];
    if (apply) apply(wish, value);
    else unknown.push(name);
  }
  return { wish, unknown };
}
