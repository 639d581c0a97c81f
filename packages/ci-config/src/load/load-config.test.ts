import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Inputs } from '../config/model.ts';
import { KEYWORDS } from '../keywords.ts';
import { PREDEFINED_VARIABLES } from '../predefined-variables.ts';
import { sourcesOf } from '../testing/plan-file.ts';
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
    [
      job('needs: [~]', 'identity: google_cloud'),
      '4:13 jobs:test:identity is not supported: use id_tokens to sign in to a cloud provider',
    ],
    [
      `default: {identity: google_cloud}\n${job()}`,
      '1:21 default:identity is not supported: use id_tokens to sign in to a cloud provider',
    ],
    [
      job('rules: [{when: delayed, start_in: 8 days}]'),
      '3:37 jobs:test:rules:rule start in should not exceed the limit',
    ],
    [
      job('environment: {name: a, kubernetes: {dashboard: {name: b}}}'),
      '3:51 jobs:test:environment:kubernetes:dashboard config contains unknown keys: name',
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
    [
      job('environment: {name: a, deployment_tier: moon}'),
      '3:43 jobs:test:environment deployment tier should be one of: production, staging, testing, development, other',
    ],
    [
      job('resource_group: a:b'),
      "3:19 jobs:test resource group can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
    ],
    [
      job(`parallel: {matrix: [{A: ${'x'.repeat(250)}}]}`),
      '1:1 test job: name is too long (maximum is 255 characters)',
    ],
    [job('environment: {name: a, on_stop: stop}'), '1:1 test job: on_stop job stop is not defined'],
    [
      `${job('environment: {name: a, on_stop: stop}')}stop:\n  script: x\n  environment: a\n`,
      '1:1 test job: on_stop job stop needs to have action stop defined',
    ],
    [job('trigger: other'), '2:3 jobs:test config these keys cannot be used together: script, trigger'],
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
    [
      `stages: {a: 1}\n${job()}`,
      '1:9 stages config should be an array of strings or a nested array of strings up to 10 levels deep',
    ],
    [
      `include: {local: a.yml, remote: https://a/b.yml}\n${job()}`,
      '1:10 include config should use one of: local, project, remote, template, component',
    ],
    [`include: /a.txt\n${job()}`, '1:10 include:local is not available here'],
  ])('%j gives %s', async (text, expected) => {
    expect(await errorsOf(text)).toContain(expected);
  });

  it('of defaults are reported once', async () => {
    expect(await errorsOf(`default: {image: [a]}\n${job()}b: {script: x}\n`)).toEqual([
      '1:18 default:image config should be a hash or a string',
    ]);
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

/** The merged file, or the messages of the errors. */
async function mergedOf(text: string, request: Partial<LoadRequest> = {}): Promise<string> {
  const result = await load(text, request);
  return result.ok ? result.mergedYaml : result.errors.map((error) => error.message).join('; ');
}

describe('parents, aliases and references', () => {
  it.each<[string, string]>([
    [
      '.a: {image: x, variables: {A: 1, B: 1}, script: [a]}\nt: {extends: .a, variables: {B: 2}, script: [t]}\n',
      '.a:\n  image: x\n  variables:\n    A: 1\n    B: 1\n  script:\n    - a\nt:\n  image: x\n  variables:\n    A: 1\n    B: 2\n  script:\n    - t\n  extends: .a\n',
    ],
    [
      '.a: {script: a, tags: [a]}\n.b: {tags: [b]}\nt: {extends: [.a, .b]}\n',
      '.a:\n  script: a\n  tags:\n    - a\n.b:\n  tags:\n    - b\nt:\n  script: a\n  tags:\n    - b\n  extends:\n    - .a\n    - .b\n',
    ],
    [
      '.a: &a {script: a, image: x}\nt: {<<: *a, image: y}\n',
      '.a:\n  script: a\n  image: x\nt:\n  script: a\n  image: y\n',
    ],
    [
      '.a: &a {script: a}\n.b: &b {script: b, image: b}\nt: {<<: [*a, *b]}\n',
      '.a:\n  script: a\n.b:\n  script: b\n  image: b\nt:\n  script: a\n  image: b\n',
    ],
    [
      '.a: {script: [a, !reference [.b, script]]}\n.b: {script: [b]}\nt: {script: !reference [.a, script]}\n',
      '.a:\n  script:\n    - a\n    - - b\n.b:\n  script:\n    - b\nt:\n  script:\n    - a\n    - - b\n',
    ],
    ['t: {script: a}\nt: {script: b}\n', 't:\n  script: b\n'],
    [':t:\n  :script: a\n', 't:\n  script: a\n'],
  ])('%j become %j', async (text, expected) => expect(await mergedOf(text)).toBe(expected));

  it('may be ten levels deep, and no deeper', async () => {
    const chain = (levels: number) =>
      ['j0: {script: x}', ...Array.from({ length: levels }, (_, at) => `j${at + 1}: {extends: j${at}}`)].join('\n');
    expect(await errorsOf(chain(10))).toEqual([]);
    expect(await errorsOf(chain(11))).toEqual(['12:1 j11: nesting too deep in `extends`']);
  });
});

describe('includes', () => {
  const job = 'base: {script: x}\n';
  it.each<[string, Record<string, string>, string]>([
    ['include: a.yml\n', { 'a.yml': job }, 'base:\n  script: x\n'],
    ['include: /a.yml\nbase: {image: y}\n', { 'a.yml': job }, 'base:\n  script: x\n  image: y\n'],
    ['include: [a.yml, b.yml]\n', { 'a.yml': job, 'b.yml': 'base: {script: z}\n' }, 'base:\n  script: z\n'],
    ['include: {local: "ci/**/*.yml"}\n', { 'ci/x/a.yml': job, 'ci/readme.md': '' }, 'base:\n  script: x\n'],
    ['include: $DIR/a.yml\n', { 'ci/a.yml': job }, 'base:\n  script: x\n'],
    ['include: {remote: "https://h/a.yml"}\n', { 'https://h/a.yml': job }, 'base:\n  script: x\n'],
    [
      'include: {project: g/p, file: a.yml}\n',
      { 'g/p:a.yml': 'include: b.yml\n', 'g/p:b.yml': job },
      'base:\n  script: x\n',
    ],
    [`include: {local: a.yml, rules: [{if: $DIR == "no"}]}\n${job}`, {}, 'base:\n  script: x\n'],
    ['include: {local: a.yml, rules: [{if: $DIR == "ci"}]}\n', { 'a.yml': job }, 'base:\n  script: x\n'],
    [
      'include: {local: a.yml, inputs: {n: 1}}\n',
      { 'a.yml': job },
      'Given inputs not defined in the `spec` section of the included configuration file',
    ],
    ['include: a.yml\n', {}, 'Local file `a.yml` does not exist!'],
    ['include: "ci/*.yml"\n', {}, 'Local file `ci/*.yml` does not exist!'],
    ['include: a.txt\n', {}, 'Included file `a.txt` does not have YAML extension!'],
    ['include: a.yml\n', { 'a.yml': '' }, 'Included file `a.yml` is empty!'],
    ['include: a.yml\n', { 'a.yml': '- x' }, 'Included file `a.yml` does not have valid YAML syntax!'],
    ['include: a.yml\n', { 'a.yml': 'include: a.yml\n' }, 'Includes are nested deeper than 20 levels'],
    [
      'include: {project: group/none, file: a.yml}\n',
      {},
      'Project `group/none` not found or access denied! Make sure any includes in the pipeline configuration are correctly defined.',
    ],
    ['include: {project: g/p, file: a.yml}\n', {}, 'Project `g/p` file `a.yml` does not exist!'],
    ['include: {project: g/p}\n', {}, 'include config must specify the file where to fetch the config from'],
    ['include: {remote: "https://h/a.yml"}\n', {}, 'Remote file `https://h/a.yml` could not be fetched!'],
    [
      'include: {remote: "https://h/a.yml"}\n',
      { 'https://h/a.yml': 'include: b.yml\n' },
      'Local file `b.yml` cannot be included from a file outside of a project',
    ],
    [
      'include: {remote: "https://h/a.yml", integrity: sha256-uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=}\n',
      { 'https://h/a.yml': job },
      "Remote file `https://h/a.yml` can't be verified: integrity check failed",
    ],
    [
      'include: {remote: "https://h/a.yml", integrity: sha256-bad}\n',
      { 'https://h/a.yml': job },
      'include integrity should be a SHA256 checksum',
    ],
    [
      'include: {local: a.yml, cache: true}\n',
      { 'a.yml': job },
      'include:cache config can only be used with include:remote',
    ],
    ['include: {remote: "https://h/a.yml", cache: 1 day}\n', { 'https://h/a.yml': job }, 'base:\n  script: x\n'],
    ['include: {remote: "https://h/a.yml", cache: 5}\n', {}, 'include cache should be at least one minute'],
    [
      'include: {template: Go.gitlab-ci.yml}\n',
      {},
      'Template file `Go.gitlab-ci.yml` is not part of this instance, which has Workflows/Branch-Pipelines.gitlab-ci.yml and ' +
        'Workflows/MergeRequest-Pipelines.gitlab-ci.yml. Include a file of your own with local, project, remote or component.',
    ],
    [
      'include: {component: "host/g/p/c@1", inputs: {n: y}}\n',
      {
        'g/p:templates/c.yml@1': 'spec: {inputs: {n: {}}}\n---\ninclude: more.yml\nbase: {image: "$[[ inputs.n ]]"}\n',
        'g/p:more.yml': job,
      },
      'base:\n  script: x\n  image: y\n',
    ],
    [
      'include: {component: host/g/p/c@~latest}\n',
      {
        'g/p:templates/c.yml@~latest':
          'spec: {component: [name, sha, version, reference]}\n---\n' +
          'base: {script: "$[[ component.name ]] $[[ component.sha ]] $[[ component.version ]] $[[ component.reference ]]"}\n',
      },
      'base:\n  script: c abc 1.2.3 ~latest\n',
    ],
    [
      'include: {component: host/g/p/c@1}\n',
      { 'g/p:templates/c.yml@1': 'spec: {component: [name]}\n---\nbase: {script: "$[[ component.sha ]]"}\n' },
      'unknown interpolation key: `component.sha`',
    ],
    [
      'include: {component: host/g/p/c@1}\n',
      { 'g/p:templates/c.yml@1': 'spec: {component: [size]}\n---\nbase: {script: x}\n' },
      'header:spec:component config contains unknown values: size',
    ],
    ['include: {component: host/g/p/c@1}\n', {}, 'Component `host/g/p/c@1` - content not found'],
    [
      'include: {component: host/g/p/c}\n',
      {},
      'Component `host/g/p/c` does not have a version: add @ and a tag, branch, commit or ~latest',
    ],
    [
      'include: {component: other/g/p/c@1}\n',
      {},
      'Component `other/g/p/c@1` is not a component of this instance: its address should start with host/',
    ],
    ['include: {component: host/p/../c@1}\n', {}, 'Component `host/p/../c@1` - content not found'],
    [
      'include: {component: host/p/c@1}\n',
      {},
      'Component `host/p/c@1` does not have a valid address: write the path of the project, then the name of the component',
    ],
    [`include: [${'a.yml,'.repeat(151)}]\n`, { 'a.yml': job }, 'Maximum of 150 nested includes are allowed!'],
  ])('%j with %j give %j', async (text, files, expected) => {
    expect(await mergedOf(text, { ...sourcesOf(files), variables: { DIR: 'ci' } })).toBe(expected);
  });

  it('look for existing files in the project that has the include', async () => {
    const asked: unknown[] = [];
    const files = { 'g/p:a.yml': 'include: {local: b.yml, rules: [{exists: [x]}]}\n', 'g/p:b.yml': job };
    const outcome = await mergedOf('include: {project: g/p, file: a.yml}\n', {
      ...sourcesOf(files),
      conditions: {
        changedFiles: async () => ({ status: 'unknown' }),
        exists: async (condition) => asked.push(condition) > 0,
      },
    });
    expect(outcome).toBe('base:\n  script: x\n');
    expect(asked).toEqual([{ paths: ['x'], project: 'g/p', ref: 'abc' }]);
  });

  it('from outside see no variables', async () => {
    const files = { 'https://h/a.yml': 'include: {remote: "https://h/$TOKEN.yml"}\n' };
    const outcome = await mergedOf('include: {remote: "https://h/a.yml"}\n', {
      ...sourcesOf(files),
      variables: { TOKEN: 's' },
    });
    expect(outcome).toBe('Remote file `https://h/$TOKEN.yml` could not be fetched!');
  });

  it('are listed with their commit', async () => {
    const result = await load('include: [{project: g/p, file: a.yml, ref: v1}]\n', sourcesOf({ 'g/p:a.yml': job }));
    expect(result.includes).toEqual([{ type: 'file', location: 'a.yml', project: 'g/p', ref: 'v1', sha: 'abc' }]);
  });
});

describe('inputs', () => {
  const file = (inputs: string, body: string) => `spec:\n  inputs: ${inputs}\n---\n${body}\n`;
  it.each<[string, Inputs, string]>([
    [file('{a: }', 't: {script: "echo $[[ inputs.a ]]"}'), { a: 'x' }, 't:\n  script: echo x\n'],
    [file('{a: {default: d}}', '"$[[ inputs.a ]]-t": {script: x}'), {}, 'd-t:\n  script: x\n'],
    [
      file('{a: {type: number}}', 't: {script: x, parallel: "$[[ inputs.a ]]"}'),
      { a: 2 },
      't:\n  script: x\n  parallel: 2\n',
    ],
    [
      file('{a: {type: array}}', 't: {script: x, tags: "$[[inputs.a]]"}'),
      { a: ['l'] },
      't:\n  script: x\n  tags:\n    - l\n',
    ],
    [file('{a: {type: boolean}}', 't: {script: "x $[[ inputs.a ]]"}'), { a: true }, 't:\n  script: x true\n'],
    [file('{a: }', 't: {script: "$[[ inputs.a | truncate(1,3) ]]"}'), { a: 'abcdef' }, 't:\n  script: bcd\n'],
    [
      file('{a: }', 't: {script: "$[[ inputs.a | expand_vars | truncate(0,4) ]]"}'),
      { a: '$DIR-$NO' },
      't:\n  script: ci-$\n',
    ],
    [
      file('{a: }', `t: {script: "$[[ inputs.a | posix_escape ]]"}`),
      { a: "a b'c" },
      String.raw`t:${'\n'}  script: a\ b\'c${'\n'}`,
    ],
    [file('{a: }', 't: {script: x}'), {}, '`a` input: required value has not been provided'],
    [file('{a: {type: number}}', 't: {script: x}'), { a: 'x' }, '`a` input: provided value is not a number'],
    [file('{a: {type: number, default: x}}', 't: {script: x}'), {}, '`a` input: default value is not a number'],
    [file('{a: {type: array}}', 't: {script: x}'), { a: 'x' }, '`a` input: provided value is not an array'],
    [
      file('{a: {regex: ^v}}', 't: {script: x}'),
      { a: 'x' },
      '`a` input: provided value does not match required RegEx pattern',
    ],
    [file('{a: {regex: ^v}}', 't: {script: x}'), { a: 'v1' }, 't:\n  script: x\n'],
    [file('{a: {kind: x}}', 't: {script: x}'), { a: 'x' }, 'header:spec:inputs:a config contains unknown keys: kind'],
    [file('{a: }', 't: {script: x}'), { a: 'x', b: 'y' }, 'unknown input arguments: b'],
    [file('{a: }', 't: {script: "$[[ inputs.b ]]"}'), { a: 'x' }, 'unknown interpolation key: `b`'],
    [
      file('{a: }', 't: {script: "$[[ inputs.a | no ]]"}'),
      { a: 'x' },
      'no function matching `no`: check that the function name, arguments, and types are correct',
    ],
    ['t: {script: "$[[ inputs.a ]]"}\n', {}, 't:\n  script: $[[ inputs.a ]]\n'],
  ])('%j with %j give %j', async (text, inputs, expected) => {
    expect(await mergedOf(text, { inputs, variables: { DIR: 'ci' } })).toBe(expected);
  });

  it('are declared for the form of a new pipeline', async () => {
    const { inputs } = await load(
      file('{a: {type: number, default: 1, options: [1, 2], description: How many}}', 't: {script: x}'),
    );
    expect(inputs).toEqual([
      { name: 'a', type: 'number', default: 1, options: [1, 2], description: 'How many', regex: null },
    ]);
  });
});

describe('hostile files', () => {
  const doubled = (levels: number, line: (at: number) => string) =>
    Array.from({ length: levels }, (_, at) => line(at)).join('\n');
  it.each<[string, string, string]>([
    [
      'aliases of aliases',
      `a0: &a0 [x, x]\n${doubled(40, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)}`,
      'too big',
    ],
    [
      'merged aliases',
      `a0: &a0 {x: 1}\n${doubled(40, (at) => `a${at + 1}: &a${at + 1} {l: *a${at}, r: *a${at}}`)}`,
      'too big',
    ],
    [
      'references of references',
      `a0: [x]\n${doubled(9, (at) => `a${at + 1}: [${`!reference [a${at}], `.repeat(9)}]`)}`,
      'too big',
    ],
    [
      'parents of parents',
      `j0: {script: x}\n${doubled(9, (at) => `j${at + 1}: {extends: [${`j${at}, `.repeat(20)}]}`)}\nk: 1`,
      'jobs k config',
    ],
    ['deep flow lists', '['.repeat(50_000), 'too deep'],
    ['deep flow mappings', '{a: '.repeat(50_000), 'too deep'],
    ['deep lists in a line', '- '.repeat(50_000), 'too deep'],
    ['deep keys in a line', '? '.repeat(50_000), 'too deep'],
    ['deep blocks', doubled(300, (at) => `${' '.repeat(at)}a:`), 'too deep'],
    ['a megabyte of list', '- a\n'.repeat(250_000), 'too big'],
    ['a megabyte of keys', doubled(90_000, (at) => `k${at}: v`), 'too big'],
    ['two megabytes of text', `a: ${'x'.repeat(2_000_000)}`, 'too big'],
    ['anchors without end', '&a '.repeat(100_000), 'too big'],
    ['documents without end', '---\na: 1\n'.repeat(50_000), 'Invalid configuration format'],
    ['an alias of itself', 'a: &a [*a]\n', 'Unknown alias'],
    ['a prototype', '__proto__: {script: x}\nconstructor: {extends: __proto__, rules: [{if: $__proto__}]}\n', ''],
    ['a list just below the limit', '- a\n'.repeat(19_000), 'Invalid configuration format'],
    [
      'an expansion just below the limit',
      `a0: &a0 [x, x]\n${doubled(13, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)}`,
      'jobs a0 config',
    ],
  ])('%s end within a second of processor time', async (_name, text, expected) => {
    const before = process.cpuUsage();
    const result = await load(text);
    const { user, system } = process.cpuUsage(before);
    const merged = result.ok ? result.mergedYaml : result.errors.map((error) => error.message).join('; ');
    expect((user + system) / 1_000).toBeLessThan(1_000);
    expect(merged).toContain(expected);
  });

  it('of any kind get an answer', async () => {
    const words = fc.constantFrom(
      'a',
      't:',
      'script:',
      '- ',
      '\n',
      '\n  ',
      '&x ',
      '*x',
      '!reference [t, script]',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ': ',
      'extends: t',
      'rules:',
      'if: $A',
      'include:',
      '<<: ',
      '|',
      '---\n',
      'needs: [t]',
      'parallel: 3',
      '$[[ inputs.a ]]',
      'spec:',
      '\t',
      '#',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 40 }), async (parts) => {
        const result = await load(parts.join(''));
        expect(result.ok || result.errors.length > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

it('lists every key and predefined variable once, with a description', () => {
  const keys = KEYWORDS.flatMap(({ key, allowedIn }) => allowedIn.map((path) => `${path}:${key}`));
  expect(new Set(keys).size).toBe(keys.length);
  expect(KEYWORDS.filter(({ description, allowedIn }) => !description || allowedIn.length === 0)).toEqual([]);
  const names = PREDEFINED_VARIABLES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
