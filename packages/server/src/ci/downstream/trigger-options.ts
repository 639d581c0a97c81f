import type { InputValue } from '@tributary/ci-config';
import { z } from 'zod';

const inputs = z.record(z.string(), z.unknown()).transform((value) => value as Record<string, InputValue>);
const shared = {
  strategy: z.enum(['depend', 'mirror']).nullable(),
  forwardYamlVariables: z.boolean(),
  forwardPipelineVariables: z.boolean(),
  inputs,
};

const include = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), path: z.string(), inputs }),
  z.object({ kind: z.literal('artifact'), path: z.string(), job: z.string(), inputs }),
  z.object({
    kind: z.literal('project'),
    project: z.string(),
    paths: z.array(z.string()),
    ref: z.string().nullable(),
    inputs,
  }),
  z.object({ kind: z.literal('template'), name: z.string(), inputs }),
  z.object({ kind: z.literal('remote'), url: z.string(), inputs }),
  z.object({ kind: z.literal('component'), address: z.string(), inputs }),
]);
export type TriggeredInclude = z.output<typeof include>;

const trigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('multi_project'), project: z.string(), branch: z.string().nullable(), ...shared }),
  z.object({ kind: z.literal('child'), include: z.array(include), ...shared }),
]);
export type Trigger = z.output<typeof trigger>;

const bridge = z.object({
  trigger: trigger.nullish(),
  variables: z.array(z.object({ key: z.string(), value: z.string(), raw: z.boolean() })).default([]),
});

/** What the options of a job say about the pipeline that it starts. */
export const readTrigger = (options: Record<string, unknown>): z.output<typeof bridge> => bridge.parse(options);

/** No file of a repository has such a path: it would be in its git folder. */
export const generatedPath = (index: number): string => `.git/generated-${index}.yml`;

/** The configuration of a child pipeline: JSON, which is YAML. Files that jobs made have paths of their own. */
export function childText(includes: readonly TriggeredInclude[]): string {
  return JSON.stringify({ include: includes.map(entryOf) });
}

function entryOf(each: TriggeredInclude, index: number): Record<string, unknown> {
  const given = Object.keys(each.inputs).length > 0 ? { inputs: each.inputs } : {};
  switch (each.kind) {
    case 'local':
      return { local: each.path, ...given };
    case 'project':
      return { project: each.project, file: each.paths, ...(each.ref !== null && { ref: each.ref }), ...given };
    case 'template':
      return { template: each.name, ...given };
    case 'remote':
      return { remote: each.url, ...given };
    case 'component':
      return { component: each.address, ...given };
    case 'artifact':
      return { local: generatedPath(index), ...given };
  }
}
