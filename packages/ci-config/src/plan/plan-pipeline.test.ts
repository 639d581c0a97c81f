import { describe, expect, it } from 'vitest';
import {
  contextOf,
  planText,
  readFixture,
  type Scenario,
  type Situation,
  sourcesOf,
  summarize,
} from '../testing/plan-file.ts';
import { loadConfig } from '../load/load-config.ts';
import { STARTER_FILES } from '../starter-files.ts';
import { planPipeline } from './plan-pipeline.ts';
import type { PlannedJob } from './context.ts';

const INCLUDED = sourcesOf({
  'ci/lint.yml': 'lint: {script: lint}\n',
  'ci/jobs/b.yml': 'b: {script: b}\n',
  'ci/jobs/c.yml': 'c: {script: c}\n',
  'ci/inputs.yml': 'spec:\n  inputs:\n    name:\n---\n"$[[ inputs.name ]]-job": {script: x}\n',
  'group/templates:build.yml': 'include: [{local: /more.yml}]\nbuild: {stage: build, script: x}\n',
  'group/templates:more.yml': 'more: {script: more}\n',
});

const SCENARIOS: readonly Scenario[] = ['main', 'branch', 'mr', 'tag', 'schedule', 'web'];

describe('whole files', () => {
  it.each<[string, string, string]>([
    ['android', 'main branch tag schedule', 'build: lint, assemble | test: unit<assemble'],
    ['ansible', 'main schedule', 'lint: lint | staging: staging | production: production!'],
    ['ansible', 'branch tag', 'lint: lint'],
    ['cpp', 'main branch tag schedule', 'build: gcc, clang? | test: ctest<gcc'],
    ['cross-project-needs', 'main branch tag schedule', 'test: test<group/lib@main/build+cross_pipeline'],
    [
      'dag',
      'main branch tag schedule',
      'build: linux:build, mac:build | test: lint<, linux:test<linux:build, mac:test<mac:build, mac:e2e<mac:test | deploy: deploy<linux:test+mac:test',
    ],
    ['docker', 'main tag schedule', 'build: app image | scan: scan | push: latest'],
    ['docker', 'branch', 'build: app image | scan: scan'],
    ['dotnet', 'main tag schedule', 'build: build | test: test | deploy: pack'],
    ['dotnet', 'branch', 'build: build | test: test'],
    ['dynamic-child', 'main branch tag schedule', 'build: generate | test: run><generate'],
    ['go', 'main branch tag schedule', 'test: format, vet, test | deploy: compile'],
    ['helm', 'main schedule', 'test: lint | deploy: upgrade<lint'],
    ['helm', 'branch mr tag', 'test: lint'],
    ['include-many', 'main branch tag schedule', 'test: lint?, b, c, unit-job'],
    ['inputs', 'main branch tag schedule', 'deploy: deploy-staging: [eu], deploy-staging: [us]'],
    ['java', 'main branch schedule', 'build: package | test: verify'],
    ['java', 'tag', 'build: package | test: verify | deploy: deploy'],
    ['kaniko', 'main branch mr schedule', 'no_jobs'],
    ['kaniko', 'tag', 'test: build'],
    ['latex', 'main branch tag schedule', 'test: pdf'],
    ['legacy', 'main schedule', 'test: job one'],
    ['legacy', 'branch', 'test: job one, true'],
    ['legacy', 'tag', 'test: true'],
    ['manual-gates', 'main branch tag schedule', 'build: build | gate: gate! | deploy: canary~, cleanup-, optional!?'],
    ['merge-requests-only', 'main branch', 'test: test'],
    ['merge-requests-only', 'mr', 'test: danger'],
    ['merge-requests-only', 'tag schedule', 'no_jobs'],
    ['monorepo', 'main branch mr tag schedule', 'triggers: api>, web>, docs'],
    ['multi-project', 'main branch tag schedule', 'build: build | downstream: deploy>, notify>!?'],
    [
      'node-matrix',
      'main branch tag schedule',
      'test: test: [20, postgres], test: [20, sqlite], test: [22, postgres], test: [22, sqlite], test: [24, postgres], test: [24, sqlite], report<test: [24, postgres]+test: [24, sqlite]',
    ],
    ['node', 'main tag schedule', 'install: install | check: lint?, test | build: build'],
    ['node', 'branch', 'install: install | check: lint?, test'],
    ['only-except', 'main schedule', 'test: anything'],
    ['only-except', 'branch', 'test: feature, anything'],
    ['only-except', 'tag', 'test: release, anything'],
    ['optional-needs', 'main schedule', 'build: build | test: test<build'],
    ['optional-needs', 'branch tag', 'test: test<'],
    ['pages-preview', 'main branch tag schedule', 'no_jobs'],
    ['pages-preview', 'mr', 'deploy: preview'],
    ['pages', 'main schedule', 'deploy: pages'],
    ['pages', 'branch mr tag', 'test: check'],
    ['php', 'main branch mr tag schedule', 'test: phpunit: [8.3], phpunit: [8.4], phpunit: [8.5-rc, 1]?'],
    ['pre-post', 'main schedule', '.pre: first | work: work | .post: last+'],
    ['pre-post', 'branch mr tag', 'no_jobs'],
    ['python', 'main schedule', 'test: mypy, pytest | deploy: wheel'],
    ['python', 'branch mr', 'test: mypy, pytest'],
    ['python', 'tag', 'workflow_rules'],
    [
      'rails',
      'main branch tag schedule',
      'prepare: setup | test: rspec 1/3, rspec 2/3, rspec 3/3, rubocop?, summary<rspec 1/3+rspec 2/3+rspec 3/3+rubocop',
    ],
    ['references', 'main tag schedule', 'test: test'],
    ['references', 'branch mr', 'no_jobs'],
    ['release', 'main branch schedule', 'build: build'],
    ['release', 'tag', 'build: build | release: release'],
    ['review-apps', 'main schedule', 'build: build | production: production'],
    ['review-apps', 'branch tag', 'build: build'],
    ['review-apps', 'mr', 'review: review, stop_review!?'],
    ['rust', 'main branch schedule', 'check: clippy | test: test 1/2, test 2/2, audit?'],
    ['rust', 'tag', 'check: clippy | test: test 1/2, test 2/2, audit? | release: publish'],
    ['schedule', 'main branch mr tag', 'workflow_rules'],
    ['schedule', 'schedule', 'test: backup, clean~'],
    ['security', 'main branch tag schedule', 'test: secrets?'],
    ['services', 'main branch tag schedule', 'test: test'],
    ['terraform', 'main schedule', 'validate: validate | plan: plan | apply: apply!'],
    ['terraform', 'branch tag', 'validate: validate | plan: plan'],
    ['tox', 'main branch tag schedule', 'test: py312, py313, py314?'],
    ['workflow-switch', 'main tag schedule', 'test: test | deploy: deploy'],
    ['workflow-switch', 'branch', 'workflow_rules'],
    ['workflow-switch', 'mr', 'test: test'],
  ])('%s for %s has %s', async (name, scenarios, expected) => {
    for (const scenario of SCENARIOS.filter((each) => scenarios.split(' ').includes(each))) {
      const planned = await planText(readFixture(name), { scenario }, INCLUDED);
      expect(summarize(planned)).toBe(expected);
    }
  });

  it.each<[string, Situation, string]>([
    ['monorepo', { changed: ['api/src/a.ts'] }, 'triggers: api>'],
    ['monorepo', { changed: ['shared/b.ts', 'web/c.ts'] }, 'triggers: api>, web>'],
    ['monorepo', { changed: ['docs/a.md'] }, 'triggers: docs'],
    ['monorepo', { changed: ['README.md'] }, 'no_jobs'],
    ['security', { files: ['src/a.py', 'package.json'] }, 'test: sast, secrets?, licences'],
    ['security', { files: ['a.rb'], variables: { SAST_DISABLED: 'true' } }, 'test: secrets?'],
    ['kaniko', { files: ['Dockerfile'] }, 'test: build!'],
    ['python', { scenario: 'branch', variables: { CI_OPEN_MERGE_REQUESTS: 'g/p!1' } }, 'workflow_rules'],
    ['helm', { changed: ['charts/app/values.yaml'] }, 'test: lint | deploy: upgrade<lint'],
    ['helm', { changed: ['a'], variables: { FORCE: '1' } }, 'deploy: upgrade'],
    ['merge-requests-only', { scenario: 'schedule', variables: { NIGHTLY: 'yes' } }, 'test: nightly'],
    ['only-except', { scenario: 'web' }, 'test: anything, sources'],
    ['inputs', { inputs: { environment: 'production', regions: ['eu'] } }, 'deploy: deploy-production: [eu]'],
    [
      'inputs',
      { inputs: { environment: 'moon' } },
      '`environment` input: `moon` cannot be used because it is not in the list of allowed options',
    ],
  ])('%s with %j has %s', async (name, situation, expected) => {
    expect(summarize(await planText(readFixture(name), situation, INCLUDED))).toBe(expected);
  });
});

/** Jobs `a` (stage build), `b` (test) and `c` (deploy), each with these lines. */
const jobs = (lines: { a?: string; b?: string; c?: string; top?: string }) =>
  [
    lines.top ?? '',
    `a: {stage: build, script: x${lines.a ? `, ${lines.a}` : ''}}`,
    `b: {stage: test, script: x${lines.b ? `, ${lines.b}` : ''}}`,
    `c: {stage: deploy, script: x${lines.c ? `, ${lines.c}` : ''}}`,
  ].join('\n');

describe('rules and needs', () => {
  it.each<[string, Situation, string]>([
    [jobs({}), {}, 'build: a | test: b | deploy: c'],
    [jobs({ b: 'rules: []' }), {}, 'build: a | deploy: c'],
    [jobs({ b: 'rules: [{when: never}]' }), {}, 'build: a | deploy: c'],
    [jobs({ b: 'rules: [{when: always}]' }), {}, 'build: a | test: b+ | deploy: c'],
    [jobs({ b: 'rules: [{when: manual}]' }), {}, 'build: a | test: b! | deploy: c'],
    [jobs({ b: 'rules: [{when: manual, allow_failure: true}]' }), {}, 'build: a | test: b!? | deploy: c'],
    [jobs({ b: 'when: manual' }), {}, 'build: a | test: b!? | deploy: c'],
    [jobs({ b: 'when: manual, allow_failure: false' }), {}, 'build: a | test: b! | deploy: c'],
    [jobs({ b: 'when: manual, rules: [{if: $CI_COMMIT_BRANCH}]' }), {}, 'build: a | test: b! | deploy: c'],
    [
      jobs({ b: 'allow_failure: true, rules: [{if: $X, allow_failure: false}, {when: on_success}]' }),
      { variables: { X: '1' } },
      'build: a | test: b | deploy: c',
    ],
    [jobs({ b: 'rules: [{when: delayed, start_in: 1 hour}]' }), {}, 'build: a | test: b~ | deploy: c'],
    [
      jobs({ b: 'rules: [{if: $Y, when: never}, {if: $X}]' }),
      { variables: { X: '1' } },
      'build: a | test: b | deploy: c',
    ],
    [
      jobs({ b: 'rules: [{if: $Y, when: never}, {if: $X}]' }),
      { variables: { X: '1', Y: '1' } },
      'build: a | deploy: c',
    ],
    [jobs({ b: 'variables: {X: yes-x}, rules: [{if: $X == "yes-x"}]' }), {}, 'build: a | test: b | deploy: c'],
    [
      jobs({ b: 'variables: {X: file}, rules: [{if: $X == "project"}]' }),
      { variables: { X: 'project' } },
      'build: a | test: b | deploy: c',
    ],
    [
      jobs({ top: 'variables: {X: top}', b: 'inherit: {variables: false}, rules: [{if: $X}]' }),
      {},
      'build: a | deploy: c',
    ],
    [
      jobs({
        top: 'variables: {X: top, Y: top}',
        b: 'inherit: {variables: [X]}, rules: [{if: $Y, when: never}, {if: $X}]',
      }),
      {},
      'build: a | test: b | deploy: c',
    ],
    [
      jobs({ top: 'variables: {X: $CI_COMMIT_BRANCH-x}', b: 'rules: [{if: $X == "main-x"}]' }),
      {},
      'build: a | test: b | deploy: c',
    ],
    [jobs({ b: 'rules: [{if: $CI_JOB_NAME == "b"}]' }), {}, 'build: a | test: b | deploy: c'],
    [jobs({ b: 'rules: [{changes: ["*.md"]}]' }), { changed: ['a.md'] }, 'build: a | test: b | deploy: c'],
    [
      jobs({ b: 'rules: [{changes: ["$DIR/*"]}]', top: 'variables: {DIR: docs}' }),
      { changed: ['docs/a'] },
      'build: a | test: b | deploy: c',
    ],
    [
      jobs({ b: 'rules: [{changes: {paths: [a], compare_to: no-ref}}]' }),
      {},
      'Failed to parse rule for b: rules:changes:compare_to is not a valid ref',
    ],
    [jobs({ b: 'rules: [{exists: [go.mod], if: $X}]' }), { files: ['go.mod'] }, 'build: a | deploy: c'],
    [jobs({ b: 'only: {changes: [a]}' }), { changed: ['b'] }, 'build: a | deploy: c'],
    [jobs({ b: 'only: {changes: [a]}' }), { changed: ['a'] }, 'build: a | test: b | deploy: c'],
    [jobs({ b: 'except: {variables: [$X == "1"]}' }), { variables: { X: '1' } }, 'build: a | deploy: c'],
    [jobs({ b: 'only: [main@group/project]' }), {}, 'build: a | test: b | deploy: c'],
    [jobs({ b: 'only: [main@other/project]' }), {}, 'build: a | deploy: c'],
    [jobs({ b: 'only: [pushes]', c: 'only: [schedules]' }), {}, 'build: a | test: b'],
    [jobs({ b: 'only: {kubernetes: active}' }), {}, 'build: a | deploy: c'],
    [jobs({ b: 'needs: [a]', c: 'needs: [a, b]' }), {}, 'build: a | test: b<a | deploy: c<a+b'],
    [
      jobs({ b: 'rules: [{if: $X}]', c: 'needs: [b]' }),
      {},
      "'c' job needs 'b' job, but 'b' does not exist in the pipeline. This might be because of the only, except, or rules keywords. To need a job that sometimes does not exist in the pipeline, use needs:optional.",
    ],
    [jobs({ b: 'rules: [{if: $X}]', c: 'needs: [{job: b, optional: true}, a]' }), {}, 'build: a | deploy: c<a'],
    [jobs({ c: 'needs: [{job: none, optional: true}]' }), {}, 'build: a | test: b | deploy: c<'],
    [jobs({ b: 'parallel: 2', c: 'needs: [b 2/2]' }), {}, 'build: a | test: b 1/2, b 2/2 | deploy: c<b 2/2'],
    [
      jobs({ c: 'rules: [{if: $X, needs: [a]}, {when: on_success}], needs: [b]' }),
      { variables: { X: '1' } },
      'build: a | test: b | deploy: c<a',
    ],
    [
      'a: {script: x, needs: [b]}\nb: {script: x, needs: [a]}\n',
      {},
      'The pipeline has circular dependencies: topological sort failed: ["a","b"]',
    ],
    [
      'a: {script: x, rules: [{if: $X, needs: [b]}, {when: on_success}]}\nb: {script: x, needs: [a]}\n',
      { variables: { X: '1' } },
      'The pipeline has circular dependencies: topological sort failed: ["a","b"]',
    ],
    [
      'a: {script: x, parallel: {matrix: [{P: [l, m]}]}}\nb: {script: x, parallel: {matrix: [{P: [l, m]}]}, needs: [{job: a, parallel: {matrix: [{P: ["$[[ matrix.P ]]"]}]}}]}\n',
      {},
      'test: a: [l], a: [m], b: [l]<a: [l], b: [m]<a: [m]',
    ],
    ['a: {script: x, parallel: {matrix: [{P: [l, m]}]}, rules: [{if: $P == "m"}]}\n', {}, 'test: a: [m]'],
    ['a: {script: x, parallel: 3}\n', { maxJobs: 2 }, 'The number of jobs has exceeded the limit of 2.'],
    ['up: {needs: {pipeline: group/lib}}\n', {}, 'test: up><upstream_status'],
    ['a: {script: x, rules: [[[{if: $X}], {when: manual}]]}\n', {}, 'test: a!'],
    ['a: {script: x, except: [schedules]}\n', { scenario: 'schedule' }, 'no_jobs'],
    ['a: {script: x, only: [/^MAIN$/i]}\n', {}, 'test: a'],
    ['a: {script: x, only: [main]}\n', { scenario: 'mr' }, 'no_jobs'],
    [
      `a: {script: x, parallel: {matrix: [{P: [l]}]}}\nb: {script: x, needs: [{job: a, parallel: {matrix: [{P: [l], ${Array.from({ length: 30 }, (_, at) => `V${at}: [1, 2, 3]`).join(', ')}}]}}]}\n`,
      {},
      "'b' job needs 'a' job, but 'a' does not exist in the pipeline. This might be because of the only, except, or rules keywords. To need a job that sometimes does not exist in the pipeline, use needs:optional.",
    ],
    [
      'a: {script: x, variables: {__proto__: p, constructor: c}, rules: [{if: $__proto__ == "p" && $constructor == "c"}]}\n',
      {},
      'test: a',
    ],
    [jobs({ top: 'workflow: {rules: [{if: $CI_COMMIT_TAG}]}' }), {}, 'workflow_rules'],
    [jobs({ top: 'workflow: {rules: [{when: always}]}' }), { scenario: 'mr' }, 'build: a | test: b | deploy: c'],
    [jobs({ top: 'stages: [deploy, test, build]' }), {}, 'deploy: c | test: b | build: a'],
    [
      jobs({ top: 'default: {interruptible: true}', a: 'rules: [{interruptible: false}]' }),
      {},
      'build: a | test: b | deploy: c',
    ],
  ])('%s with %j has %s', async (text, situation, expected) => {
    expect(summarize(await planText(text, situation))).toBe(expected);
  });
});

describe('settings of jobs', () => {
  async function jobOf(name: string, job: string, situation: Situation = {}): Promise<PlannedJob | undefined> {
    const planned = await planText(readFixture(name), situation, INCLUDED);
    return planned.kind === 'planned' ? planned.jobs.find((each) => each.name === job) : undefined;
  }

  it.each<[string, string, Situation, object]>([
    [
      'node',
      'install',
      {},
      {
        image: { name: 'node:22' },
        cache: [{ key: { files: ['package-lock.json'], byCommit: false, prefix: null }, paths: ['.npm/'] }],
        artifacts: { expireIn: '1 hour', expireInSeconds: 3_600 },
      },
    ],
    [
      'node',
      'test',
      {},
      {
        artifacts: {
          when: 'always',
          reports: [
            { kind: 'coverage_report', format: 'cobertura' },
            { kind: 'junit', paths: ['junit.xml'] },
          ],
        },
      },
    ],
    [
      'node-matrix',
      'test: [20, sqlite]',
      {},
      {
        baseName: 'test',
        matrix: { NODE: '20', DATABASE: 'sqlite' },
        parallel: { index: 2, total: 6 },
        variables: [
          { key: 'NODE', value: '20' },
          { key: 'DATABASE', value: 'sqlite' },
        ],
      },
    ],
    [
      'rust',
      'clippy',
      {},
      { interruptible: true, cache: [{ key: 'cargo' }, { key: { prefix: 'target' }, policy: 'pull-push' }] },
    ],
    ['rust', 'audit', {}, { allowFailure: { exitCodes: [2, 3] } }],
    ['docker', 'app image', {}, { services: [{ name: 'docker:28-dind', alias: 'docker', command: ['--tls=false'] }] }],
    [
      'docker',
      'latest',
      { scenario: 'tag' },
      { variables: [{ key: 'IMAGE' }, { key: 'LATEST', value: '$CI_COMMIT_TAG' }] },
    ],
    ['docker', 'scan', {}, { image: { entrypoint: [''], pullPolicy: ['if-not-present'] } }],
    [
      'monorepo',
      'api',
      {},
      {
        kind: 'trigger',
        trigger: { kind: 'child', strategy: 'depend', include: [{ kind: 'local', path: 'api/.gitlab-ci.yml' }] },
      },
    ],
    [
      'dynamic-child',
      'run',
      {},
      {
        trigger: { forwardPipelineVariables: true, include: [{ kind: 'artifact', path: 'jobs.yml', job: 'generate' }] },
      },
    ],
    [
      'multi-project',
      'deploy',
      {},
      { trigger: { kind: 'multi_project', project: 'group/deployments', branch: 'main' } },
    ],
    ['pages', 'pages', {}, { pages: { publish: 'public' }, artifacts: { paths: ['public'] } }],
    [
      'pages-preview',
      'preview',
      { scenario: 'mr' },
      { pages: { publish: 'dist', expireIn: '2 weeks' }, environment: { name: 'preview/feature-1' } },
    ],
    [
      'release',
      'release',
      { scenario: 'tag' },
      { release: { tagName: '$CI_COMMIT_TAG', milestones: ['m1'], links: [{ name: 'Archive', linkType: 'package' }] } },
    ],
    [
      'terraform',
      'apply',
      {},
      {
        resourceGroup: 'infra',
        environment: { deploymentTier: 'production' },
        dependencies: ['plan'],
        beforeScript: ['cd $TF_ROOT'],
      },
    ],
    [
      'review-apps',
      'review',
      { scenario: 'mr' },
      { environment: { name: 'review/feature-1', onStop: 'stop_review', autoStopInSeconds: 604_800 } },
    ],
    ['review-apps', 'stop_review', { scenario: 'mr' }, { environment: { name: 'review/feature-1', action: 'stop' } }],
    ['dag', 'mac:test', {}, { needs: [{ kind: 'job', name: 'mac:build', artifacts: false, optional: false }] }],
    [
      'schedule',
      'backup',
      { scenario: 'schedule' },
      { retry: { max: 2, when: ['stuck_or_timeout_failure', 'runner_system_failure'] }, timeoutSeconds: 9_000 },
    ],
    ['schedule', 'clean', { scenario: 'schedule' }, { when: 'delayed', startInSeconds: 1_800 }],
    [
      'references',
      'test',
      {},
      {
        script: ['echo setup', 'echo test'],
        afterScript: ['echo setup'],
        variables: [{ key: 'ADDRESS', value: 'https://example.org' }],
      },
    ],
    [
      'services',
      'test',
      {},
      {
        preGetSourcesScript: ['echo hook'],
        tags: ['linux', 'docker'],
        services: [{ name: 'postgres:17' }, { alias: 'cache', variables: { REDIS_ARGS: { value: '--save' } } }],
      },
    ],
    ['java', 'deploy', { scenario: 'tag' }, { idTokens: { TOKEN: { aud: ['https://vault.example.org'] } } }],
    ['java', 'package', {}, { artifacts: { exclude: ['target/*-sources.jar'] } }],
    ['rails', 'summary', {}, { retry: { max: 1, when: ['always'] }, tags: ['docker'] }],
    ['rails', 'rubocop', {}, { dependencies: [] }],
    ['ansible', 'production', {}, { manualConfirmation: 'Really deploy?', when: 'manual', allowFailure: false }],
    [
      'inputs',
      'deploy-staging: [eu]',
      {},
      { script: ['./deploy --replicas=2 --dry-run=false'], environment: { name: 'staging' } },
    ],
    [
      'legacy',
      'job one',
      {},
      {
        script: ['echo 1', 'echo 2', 'echo 3'],
        beforeScript: ['echo before'],
        variables: [
          { key: 'GIT_DEPTH', value: '5' },
          { key: 'on', value: 'yes' },
        ],
      },
    ],
    [
      'workflow-switch',
      'deploy',
      {},
      { environment: { name: 'staging' }, variables: [{ key: 'DEPLOY_TO', value: 'staging' }] },
    ],
  ])('%s: %s', async (name, job, situation, expected) => {
    expect(await jobOf(name, job, situation)).toMatchObject(expected);
  });

  it('expands the name, times, tier and resource group', async () => {
    const text =
      'a: {script: x, variables: {TIER: staging, DAYS: 2 days}, resource_group: "$TIER-x", ' +
      'environment: {name: "r/$CI_COMMIT_REF_NAME", deployment_tier: $TIER, auto_stop_in: $DAYS, url: "https://$CI_ENVIRONMENT_SLUG.x"}}';
    expect(await planText(text)).toMatchObject({
      jobs: [
        {
          resourceGroup: 'staging-x',
          environment: {
            name: 'r/main',
            deploymentTier: 'staging',
            autoStopInSeconds: 172_800,
            url: 'https://$CI_ENVIRONMENT_SLUG.x',
          },
        },
      ],
    });
  });

  it('names the pipeline and decides what a new commit cancels', async () => {
    const plan = (scenario: Scenario) => planText(readFixture('workflow-switch'), { scenario });
    expect(await plan('main')).toMatchObject({
      name: 'Pipeline for main in staging',
      autoCancel: { onNewCommit: 'interruptible' },
    });
    expect(await plan('tag')).toMatchObject({
      name: 'Pipeline for v1.2.3 in production',
      autoCancel: { onNewCommit: 'none' },
    });
  });

  it.each(STARTER_FILES.map(({ name, text }) => [name, text]))('plans the starter file %s', async (_name, text) => {
    const loaded = await loadConfig({ text });
    expect(loaded).toMatchObject({ ok: true, warnings: [] });
    for (const scenario of ['main', 'branch'] as const) {
      const planned = loaded.ok && (await planPipeline(loaded.config, contextOf({ scenario })));
      expect(planned).toMatchObject({ kind: 'planned' });
    }
  });

  it('asks for changed and existing files once', async () => {
    const loaded = await loadConfig({
      text: Array.from({ length: 20 }, (_, at) => `j${at}: {script: x, rules: [{changes: [a], exists: [b]}]}`).join(
        '\n',
      ),
    });
    const asked: string[] = [];
    const conditions = {
      changedFiles: async () => (asked.push('changes'), { status: 'known' as const, paths: ['a'] }),
      exists: async () => (asked.push('exists'), true),
    };
    const planned = loaded.ok && (await planPipeline(loaded.config, { ...contextOf({}), conditions }));
    expect(planned && planned.kind === 'planned' && planned.jobs.length).toBe(20);
    expect(asked).toEqual(['changes', 'exists']);
  });

  it('plans a configuration that was stored as JSON, with a thousand jobs', async () => {
    const text = Array.from(
      { length: 1_000 },
      (_, at) => `j${at}: {script: make, needs: [${at ? `j${at - 1}` : ''}]}`,
    ).join('\n');
    const loaded = await loadConfig({ text });
    const planned = loaded.ok && (await planPipeline(JSON.parse(JSON.stringify(loaded.config)), contextOf({})));
    expect(planned && planned.kind === 'planned' ? planned.jobs.length : planned).toBe(1_000);
  });
});
