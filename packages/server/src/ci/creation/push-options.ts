import type { Extensions } from '../../platform/extensions.ts';
import { definePushOptions, type PushOption } from '../../repositories/index.ts';
import type { PipelineVariable } from '../variables/pipeline-variables.ts';

const KNOWN = new Set(['ci.skip', 'ci.no_pipeline', 'ci.variable', 'ci.input']);
const KEY = /^[A-Za-z0-9_]{1,255}$/;

function pairOf({ name, value = '' }: PushOption): { key: string; value: string } | undefined {
  const equals = value.indexOf('=');
  const key = value.slice(0, Math.max(equals, 0));
  const isKey = name === 'ci.variable' ? KEY.test(key) : key !== '';
  return isKey ? { key, value: value.slice(equals + 1) } : undefined;
}

/** `runsNone`: there is not even a skipped pipeline. */
type Chosen = {
  runsNone: boolean;
  skips: boolean;
  variables: PipelineVariable[];
  inputs: Record<string, string | number | boolean>;
};

/** What the options of a push say about its pipelines. */
export function readPushOptions(options: readonly PushOption[]): Chosen {
  const pairs = (name: string) => options.flatMap((option) => (option.name === name ? (pairOf(option) ?? []) : []));
  return {
    runsNone: options.some(({ name }) => name === 'ci.no_pipeline'),
    skips: options.some(({ name }) => name === 'ci.skip'),
    variables: pairs('ci.variable'),
    inputs: Object.fromEntries(pairs('ci.input').map(({ key, value }) => [key, typed(value)])),
  };
}

/** Neither a branch nor its merge requests get a pipeline for such a push. */
export function skipsPipelines(options: readonly PushOption[]): boolean {
  const { runsNone, skips } = readPushOptions(options);
  return runsNone || skips;
}

/** Inputs have types, and options are texts. */
function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value) ? Number(value) : value;
}

export const creationPushOptions: Extensions = [
  /** `git push -o ci.skip -o ci.variable="KEY=value" -o ci.input=name=value`; read again when the pipeline is created. */
  definePushOptions({
    prefix: 'ci',
    run: (_ctx, _access, { options }) =>
      Promise.resolve(
        options.flatMap((option) => {
          if (!KNOWN.has(option.name)) return [`The push option "${option.name}" is not supported and was ignored.`];
          const isPair = option.name === 'ci.variable' || option.name === 'ci.input';
          return isPair && pairOf(option) === undefined
            ? [`The push option "${option.name}" was ignored: write ${option.name}="KEY=value".`]
            : [];
        }),
      ),
  }),
];
