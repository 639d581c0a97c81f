import { expect, test } from 'vitest';
import { suggest } from './config-completion.ts';

const key = (allowedIn: string, keys: string, values: readonly string[] = []) =>
  keys.split(' ').map((name) => ({ key: name, allowedIn: allowedIn.split(' '), description: '', values }));

/** The paths of the table that the page gets. */
const words = {
  keywords: [
    ...key('', 'stages workflow include spec'),
    ...key('', 'default variables'),
    ...key('job', 'script stage extends needs dependencies rules trigger'),
    ...key('default job', 'image before_script artifacts'),
    ...key('job:rules', 'if changes exists'),
    ...key('job:rules job', 'when', ['on_success', 'on_failure', 'manual']),
    ...key('job:artifacts', 'paths expire_in reports'),
    ...key('job:artifacts:reports', 'junit codequality'),
    ...key('job:needs', 'job artifacts optional'),
    ...key('workflow', 'name rules'),
    ...key('workflow:rules', 'auto_cancel'),
    ...key('include', 'local project remote'),
  ],
  variables: ['CI_COMMIT_SHA', 'CI_COMMIT_BRANCH'].map((name) => ({ name, description: '' })),
};

const FILE = `stages:
  - lint
  - ship
.base: { image: node }
unit:
  stage: lint
  script: make
pages site:
  needs: [unit]
`.split('\n');

const labelsAt = (text: string): string[] => {
  const lines = text.split('\n');
  const above = lines.slice(0, -1);
  const found = suggest(words, { all: [...FILE, ...above], above, before: lines.at(-1) ?? '' });
  return found?.options.map(({ label }) => label) ?? [];
};

test.each<[string, readonly string[], readonly string[]]>([
  ['', ['stages', 'workflow', 'include'], ['script']],
  ['job:\n  ', ['script', 'rules', 'trigger'], ['stages', 'junit']],
  ['job:\n  stage: ', ['lint', 'ship', '.pre'], ['unit', 'script']],
  ['job:\n  needs: [unit, ', ['unit', 'pages site'], ['.base', 'job']],
  ['job:\n  needs:\n    - ', ['unit', 'job'], ['.base', 'stages']],
  ['job:\n  needs:\n    - job: ', ['unit'], ['lint']],
  ['job:\n  needs:\n    - job: unit\n      ', ['artifacts', 'optional'], ['script']],
  ['job:\n  extends: ', ['.base', 'unit'], ['stages']],
  ['job:\n  rules:\n    - ', ['if', 'changes', 'when'], ['stage', 'script']],
  ['job:\n  rules:\n  - if: $CI\n    ', ['changes', 'when'], ['stage']],
  ['job:\n  rules:\n    - when: ', ['on_success', 'manual'], ['unit']],
  ['job:\n  artifacts:\n    reports:\n      ', ['junit', 'codequality'], ['paths']],
  ['default:\n  ', ['image', 'before_script'], ['rules', 'stages']],
  ['default:\n  artifacts:\n    ', ['paths', 'expire_in'], ['image']],
  ['workflow:\n  rules:\n    - ', ['if', 'auto_cancel'], ['script']],
  ['include:\n  - ', ['local', 'project', 'remote'], ['script']],
  ['job:\n  script:\n    - echo $CI_COMMIT', ['CI_COMMIT_SHA', 'CI_COMMIT_BRANCH'], ['script']],
  ['job:\n  # a comm', [], ['script']],
])('after %j', (text, expected, absent) => {
  const labels = labelsAt(text);
  expect(labels).toEqual(expect.arrayContaining([...expected]));
  for (const label of absent) expect(labels).not.toContain(label);
});
