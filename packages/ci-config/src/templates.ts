/** Files of `include:template`, by the names that configurations use for them. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  'Workflows/Branch-Pipelines.gitlab-ci.yml': `# Pipelines run for branches and tags, and not for merge requests.
workflow:
  rules:
    - if: $CI_COMMIT_BRANCH
    - if: $CI_COMMIT_TAG
`,
  'Workflows/MergeRequest-Pipelines.gitlab-ci.yml': `# Pipelines run for merge requests, the default branch and tags.
workflow:
  rules:
    - if: $CI_MERGE_REQUEST_IID
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    - if: $CI_COMMIT_TAG
`,
};
