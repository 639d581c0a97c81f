import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import type { LoadRequest } from './sources.ts';

const load = (text: string, request: Partial<LoadRequest> = {}) => loadConfig({ text, ...request });

async function errorsOf(text: string, request: Partial<LoadRequest> = {}) {
  const result = await load(text, request);
  return result.ok ? [] : result.errors.map(({ message, line, column }) => `${line}:${column} ${message}`);
}

/** A job `test` with a line to run and these further lines. */
const job = (...lines: string[]) => ['test:', '  script: make', ...lines.map((line) => `  ${line}`), ''].join('\n');

describe('errors', () => {
  it.each<[string, string]>([
    ['', '1:1 Please provide content of .gitlab-ci.yml'],
    ['- a\n', '1:1 Invalid configuration format'],
    [
      'a: [1\n',
      '2:1 (.gitlab-ci.yml): Flow sequence in block collection must be sufficiently indented and end with a ] at line 2 column 1',
    ],
    ['a: *x\n', '1:4 Unknown alias: x'],
    ['a: !reference [b, script]\n', '1:15 !reference ["b", "script"] could not be found'],
    ['a: !reference [b]\nb: !reference [a]\n', '1:15 !reference ["b"] is part of a circular chain'],
    ['.a:\n  script: x\n', '1:1 jobs config should contain at least one visible job'],
    ['test: {}\n', '1:1 jobs test config should implement the script:, run:, or trigger: keyword'],
    [
      'variable:\n  A: 1\ntest:\n  script: x\n',
      '1:1 jobs variable config should implement the script:, run:, or trigger: keyword',
    ],
    ['test:\n  extends: .no\n  script: x\n', '2:12 test: unknown keys in `extends` (.no)'],
    [
      '.a: {extends: .b}\n.b: {extends: .a}\nt: {extends: .a, script: x}\n',
      '1:1 .a: circular dependency detected in `extends`',
    ],
    [job('foo: 1'), '3:3 jobs:test config contains unknown keys: foo'],
    [job('foo: 1', 'bar: 2'), '3:3 jobs:test config contains unknown keys: foo, bar'],
    [
      'test:\n  script: {a: 1}\n',
      '2:11 jobs:test:script config should be a string or a nested array of strings up to 10 levels deep',
    ],
    ['test:\n  script: []\n', "2:11 jobs:test script can't be blank"],
    [
      job('stage: prod'),
      '1:1 test job: chosen stage prod does not exist; available stages are .pre, build, test, deploy, .post',
    ],
    [job('when: sometimes'), '3:9 jobs:test when should be one of: on_success, on_failure, always, manual, delayed'],
    [job('when: never'), '3:9 jobs:test when should be one of: on_success, on_failure, always, manual, delayed'],
    [job('when: delayed'), '2:3 jobs:test start in should be a duration'],
    [job('when: delayed', 'start_in: later'), '4:13 jobs:test start in should be a duration'],
    [job('start_in: 1 day'), '3:13 jobs:test start in must be blank'],
    [job('rules: [{when: always}]', 'only: [main]'), '4:9 jobs:test config key may not be used with `rules`: only'],
    [job('rules: {when: always}'), '3:10 jobs:test:rules config should be a array'],
    [job('rules: [{if: "$A =="}]'), '3:16 jobs:test:rules:rule if invalid expression syntax'],
    [job('rules: [{iff: $A}]'), '3:12 jobs:test:rules:rule config contains unknown keys: iff'],
    [
      job('rules: [{when: later}]'),
      '3:18 jobs:test:rules:rule when should be one of: on_success, on_failure, always, manual, delayed, never',
    ],
    [
      job('only: [/(/]'),
      '3:9 jobs:test:only config should be an array of strings or regular expressions using re2 syntax',
    ],
    [job('only: {variables: ["$A ="]}'), '3:21 jobs:test:only variables invalid expression syntax'],
    [job('retry: 3'), '3:10 jobs:test:retry config must be less than or equal to 2'],
    [job('retry: {max: 3}'), '3:16 jobs:test:retry max must be less than or equal to 2'],
    [job('retry: {max: 1, when: [bored]}'), '3:25 jobs:test:retry when contains unknown values: bored'],
    [job('parallel: 201'), '3:13 jobs:test:parallel config must be less than or equal to 200'],
    [job('parallel: 0'), '3:13 jobs:test:parallel config must be greater than or equal to 1'],
    [job('parallel: [1]'), '3:13 jobs:test:parallel should be an integer or a hash'],
    [
      job(`parallel: {matrix: [{A: [${'1,'.repeat(20)}], B: [${'1,'.repeat(20)}]}]}`),
      '3:22 jobs:test:parallel:matrix config generates too many jobs (maximum is 200)',
    ],
    [job('timeout: forever'), '3:12 jobs:test timeout should be a duration'],
    [job('timeout: 3 months'), '3:12 jobs:test timeout should not exceed the limit'],
    [job('coverage: "90"'), '3:13 jobs:test:coverage config must be a regular expression'],
    [job('interruptible: maybe'), '3:18 jobs:test interruptible should be a boolean value'],
    [job('tags: {a: 1}'), '3:9 jobs:test:tags config should be an array of strings'],
    [job('image: {entrypoint: [""]}'), "3:10 jobs:test:image name can't be blank"],
    [job('image: [a]'), '3:10 jobs:test:image config should be a hash or a string'],
    [job('services: mysql'), '3:13 jobs:test:services config should be a array'],
    [job('artifacts: {path: [a]}'), '3:15 jobs:test:artifacts config contains unknown keys: path'],
    [job('artifacts: {expire_in: soon}'), '3:26 jobs:test:artifacts expire in should be a duration'],
    [job('artifacts: {reports: {jnit: a.xml}}'), '3:25 jobs:test:artifacts:reports config contains unknown keys: jnit'],
    [
      job('artifacts: {reports: {coverage_report: {coverage_format: lcov, path: a}}}'),
      '3:60 jobs:test:artifacts:reports:coverage_report coverage format should be one of: cobertura, jacoco',
    ],
    [
      job('artifacts: {expose_as: a, paths: ["*.txt"]}'),
      "3:36 jobs:test:artifacts paths can't contain '*' when used with 'expose_as'",
    ],
    [
      job('cache: [{key: a}, {key: b}, {key: c}, {key: d}, {key: e}]'),
      '3:10 jobs:test:cache config no more than 4 caches can be created',
    ],
    [job('cache: {key: a/b}'), '3:16 jobs:test:cache:key config cannot contain the "/" character'],
    [
      job('cache: {key: {files: [a, b, c]}}'),
      '3:24 jobs:test:cache:key:files config has too many items (maximum is 2)',
    ],
    [
      job('cache: {policy: push-pull}'),
      '3:19 jobs:test:cache policy should be a variable or one of: pull-push, push, pull',
    ],
    [job('needs: build'), '3:10 jobs:test:needs config can only be a hash or an array'],
    [job('needs: [build]'), '3:11 test job: undefined need: build'],
    [job('needs: [test]'), '3:11 test job: the job needs itself'],
    [job('needs: [{project: a/b, job: x}]'), "3:11 jobs:test:needs:need ref can't be blank"],
    [job('dependencies: [build]'), '1:1 test job: undefined dependency: build'],
    [
      `${job('needs: [b]')}b:\n  stage: deploy\n  script: x\n`,
      '3:11 test job: need b is not defined in current or prior stages',
    ],
    [
      `${job('needs: []', 'dependencies: [b]')}b:\n  stage: build\n  script: x\n`,
      '1:1 jobs:test dependencies the b should be part of needs',
    ],
    [job('variables: [a]'), '3:14 jobs:test:variables config should be a hash of key value pairs'],
    [
      job('variables: {A: {value: 1, description: x}}'),
      '3:29 jobs:test:variables:A config uses invalid data keys: description',
    ],
    [
      `variables: {A: {value: x, options: [a, b]}}\n${job()}`,
      '1:16 variables:A config value must be present in options',
    ],
    [
      job('environment: {name: "a:b"}'),
      "3:23 jobs:test:environment name can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
    ],
    [job('environment: {name: a, url: "javascript:alert(1)"}'), '3:31 jobs:test:environment url must be a valid url'],
    [job('environment: {name: a, on_stop: stop}'), '1:1 test job: on_stop job stop is not defined'],
    [
      `${job('environment: {name: a, on_stop: stop}')}stop:\n  script: x\n  environment: a\n`,
      '1:1 test job: on_stop job stop needs to have action stop defined',
    ],
    [job('trigger: other'), '2:3 jobs:test config contains unknown keys: script'],
    [
      't:\n  trigger: {include: [{artifact: a.yml}]}\n',
      '2:23 jobs:t:trigger:include config must specify the job where to fetch the artifact from',
    ],
    [job('release: {tag_name: v1}'), "3:12 jobs:test:release description can't be blank"],
    [
      job('secrets: {A: {vault: x}}'),
      '3:12 jobs:test:secrets is not supported: secret managers cannot be connected; use masked or hidden CI/CD variables',
    ],
    [job('id_tokens: {A: {}}'), "3:18 jobs:test:id_tokens:A aud can't be blank"],
    [job('publish: dist'), '3:12 jobs:test:publish config can only be used within a `pages` job'],
    [`workflow: {rule: []}\n${job()}`, '1:12 workflow config contains unknown keys: rule'],
    [
      `workflow: {rules: [{if: $A, when: manual}]}\n${job()}`,
      '1:35 workflow:rules:rule when should be one of: always, never',
    ],
    [`default: {script: x}\n${job()}`, '1:11 default config contains unknown keys: script'],
    [`stages: {a: 1}\n${job()}`, '1:9 stages config should be an array of strings'],
    [
      `include: {local: a.yml, remote: https://a/b.yml}\n${job()}`,
      '1:10 include config should use one of: local, project, remote, template',
    ],
    [`include: /a.txt\n${job()}`, '1:10 include:local is not available here'],
  ])('%j gives %s', async (text, expected) => {
    expect(await errorsOf(text)).toContain(expected);
  });

  it('name the file of an included part, what was expected, and the key', async () => {
    const result = await load(`include: /ci/a.yml\n`, {
      fetchLocal: async () => ({ ok: true, text: 'lint:\n  script: x\n  retry: 5\n' }),
    });
    expect(result).toMatchObject({
      ok: false,
      errors: [{ file: 'ci/a.yml', line: 3, column: 10, key: 'jobs:lint:retry', expected: 'a number from 0 to 2' }],
    });
  });
});
