import { describe, expect, it } from 'vitest';
import type { Inputs } from '../config/model.ts';
import { planText, sourcesOf, summarize } from '../testing/plan-file.ts';
import { insertJobInputs } from '../text/job-inputs.ts';
import { loadConfig } from './load-config.ts';

/** The script of the only job, or what is wrong. */
async function scriptOf(text: string, inputs: Inputs, files: Record<string, string> = {}): Promise<string> {
  const result = await loadConfig({ text, inputs, ...sourcesOf(files) });
  if (!result.ok) return result.errors.map(({ message }) => message).join('; ');
  return result.config.jobs.flatMap(({ script }) => script).join('\n');
}

const file = (spec: string, script: string) => `spec: ${spec}\n---\nt:\n  script: ${JSON.stringify(script)}\n`;

describe('spec:inputs:rules', () => {
  const text = file(
    `{inputs: {
      cloud: {default: a},
      big: {type: boolean, default: false},
      size: {rules: [
        {if: "$[[ inputs.cloud ]] == 'a' && $[[ inputs.big ]] == true", options: [a9], default: a9},
        {if: "$[[ inputs.cloud ]] == 'a'", options: [a1, a2], default: a1},
        {if: "$[[ inputs.cloud ]] == 'own'", default: null},
        {if: "$[[ inputs.cloud ]] =~ /^b/ || $[[ inputs.cloud ]] == 'c'", options: [b1], default: b1}]}}}`,
    'size $[[ inputs.size ]]',
  );
  it.each<[Inputs, string]>([
    [{}, 'size a1'],
    [{ big: true }, 'size a9'],
    [{ size: 'a2' }, 'size a2'],
    [{ size: 'a9' }, '`size` input: `a9` cannot be used because it is not in the list of allowed options'],
    [{ cloud: 'b-west' }, 'size b1'],
    [{ cloud: 'c' }, 'size b1'],
    [{ cloud: 'own' }, '`size` input: required value has not been provided'],
    [{ cloud: 'own', size: 'any' }, 'size any'],
    // Where no rule applies, the input is empty.
    [{ cloud: 'other' }, 'size '],
  ])('with %j give %j', async (inputs, expected) => {
    expect(await scriptOf(text, inputs)).toBe(expected);
  });

  it.each([
    ['{inputs: {a: {rules: [{default: x}], default: y}}}', 'rules config cannot be used together with default'],
    ['{inputs: {a: {rules: [{if: "$A =="}]}}}', 'rule config should have options or a default'],
    ['{inputs: {a: {rules: [{if: "$A ==", default: x}]}}}', 'rule:if invalid expression syntax'],
    ['{inputs: {a: {rules: x}}}', 'rules config should be an array of hashes'],
    [
      `{inputs: {a: {rules: [{if: "$[[ inputs.b ]] == 'x'", default: y}]}, b: {rules: [{if: "$[[ inputs.a ]]", default: y}]}}}`,
      '`a` input: its rules depend on each other in a cycle',
    ],
  ])('%s is refused', async (spec, problem) => {
    expect(await scriptOf(file(spec, 'x'), {})).toContain(problem);
  });
});

describe('spec:include', () => {
  const shared = 'inputs:\n  region: {default: north}\n';
  it.each<[string, Record<string, string>, string]>([
    ['{include: [{local: /in.yml}]}', { 'in.yml': shared }, 'north'],
    ['{include: [in.yml], inputs: {env: {default: x}}}', { 'in.yml': shared }, 'north'],
    ['{include: [{project: g/p, file: in.yml}]}', { 'g/p:in.yml': shared }, 'north'],
    ['{include: [{remote: "https://h/in.yml"}]}', { 'https://h/in.yml': shared }, 'north'],
    [
      '{include: [in.yml], inputs: {region: {default: x}}}',
      { 'in.yml': shared },
      'Duplicate input keys found: region. Input keys must be unique across all included files and inline specifications.',
    ],
    [
      '{include: [in.yml]}',
      { 'in.yml': `${shared}job: {script: x}\n` },
      'spec:include config contains unknown keys: job',
    ],
    ['{include: [in.yml]}', {}, 'Local file `in.yml` does not exist!'],
    ['{include: [{template: a.yml}]}', {}, 'spec:include config can only have local, project and remote files'],
  ])('%s with %j gives %j', async (spec, files, expected) => {
    expect(await scriptOf(file(spec, '$[[ inputs.region ]]'), {}, files)).toContain(expected);
  });
});

it.each<[string, string]>([
  ['$[[ inputs.list[1] ]]', 'b'],
  ['$[[inputs.list[0]]]', 'a'],
  ['$[[ inputs.list[2][0] ]]', 'c'],
  ['$[[ inputs.list[0] | truncate(0,1) ]]', 'a'],
  ['$[[ inputs.list[9] ]]', 'unknown interpolation key: `list[9]`'],
])('%s is %s', async (script, expected) => {
  const text = file('{inputs: {list: {type: array, default: [a, b, [c]]}}}', script);
  expect(await scriptOf(text, {})).toBe(expected);
});

describe('inputs of jobs', () => {
  it.each<[string, string]>([
    ['{a: {default: x}}', 'test: t'],
    ['{a: {type: number, default: 3, options: [1, 3], description: d}}', 'test: t'],
    ['{a: {}}', 'jobs:t:inputs:a config must have a default value'],
    ['{a: {type: number, default: x}}', 'jobs:t:inputs:a:default default value is not a number'],
    [
      '{a: {default: x, options: [y]}}',
      'jobs:t:inputs:a:default `x` cannot be used because it is not in the list of allowed options',
    ],
    ['{a: {default: x, regex: "^y"}}', 'jobs:t:inputs:a:default default value does not match required RegEx pattern'],
    ['{a: {default: x, rules: []}}', 'jobs:t:inputs:a config contains unknown keys: rules'],
    ['[a]', 'jobs:t:inputs config should be a hash'],
  ])('%s: %s', async (inputs, expected) => {
    expect(summarize(await planText(`t: {script: x, inputs: ${inputs}}\n`))).toBe(expected);
  });

  it('replace their expressions and leave others to the runner', () => {
    const job = {
      script: ['echo ${{ job.inputs.env }} ${{job.inputs.list}} ${{ job.inputs.list[1] }}', '${{ job.inputs.other }}'],
      image: { name: 'node:${{ job.inputs.version }}', docker: null },
      more: '${{ str(job.inputs.version) }} ${{ job.inputs.env[0] }}',
    };
    expect(insertJobInputs(job, { env: 'x', version: 24, list: ['a', 'b'] })).toEqual({
      script: ['echo x ["a","b"] b', '${{ job.inputs.other }}'],
      image: { name: 'node:24', docker: null },
      more: '${{ str(job.inputs.version) }} ${{ job.inputs.env[0] }}',
    });
  });
});

it.each([
  ['Branch', ['test: t', 'workflow_rules', 'test: t']],
  ['MergeRequest', ['workflow_rules', 'test: t', 'test: t']],
])('the template %s-Pipelines decides which pipelines run', async (name, [branch, mr, tag] = []) => {
  const text = `include: {template: Workflows/${name}-Pipelines.gitlab-ci.yml}\nt: {script: x}\n`;
  const plan = async (scenario: 'branch' | 'mr' | 'tag' | 'main') =>
    summarize(await planText(text, { scenario }, sourcesOf({})));
  expect(await plan('branch')).toBe(branch);
  expect(await plan('mr')).toBe(mr);
  expect(await plan('tag')).toBe(tag);
  expect(await plan('main')).toBe('test: t');
});
