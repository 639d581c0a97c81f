import type { Diagnostics } from '../diagnostics.ts';
import { Field } from '../config/field.ts';
import type { Inputs, RuleConfig } from '../config/model.ts';
import { readRules } from '../config/rules.ts';
import { readInputs } from '../config/triggers.ts';
import type { YamlNode } from '../yaml/tree.ts';

/** One entry of `include`, before its variables are expanded. */
export type IncludeEntry = IncludeTarget & {
  readonly field: Field;
  readonly rules: readonly RuleConfig[] | null;
  readonly inputs: Inputs;
};

type IncludeTarget =
  | { readonly kind: 'local'; readonly path: string }
  | {
      readonly kind: 'project';
      readonly project: string;
      readonly paths: readonly string[];
      readonly ref: string | null;
    }
  | {
      readonly kind: 'remote';
      readonly url: string;
      readonly integrity: string | null;
      /** How long an answer may be reused; null for a new request each time. */
      readonly cacheSeconds: number | null;
    }
  | { readonly kind: 'template'; readonly name: string }
  | { readonly kind: 'component'; readonly address: string };

const TYPES = ['local', 'project', 'remote', 'template', 'component', 'artifact'];
const KEYS = [...TYPES, 'file', 'ref', 'job', 'rules', 'inputs', 'integrity', 'cache'];

export function readIncludes(node: YamlNode, diagnostics: Diagnostics): IncludeEntry[] {
  const field = new Field(node, node.at, 'include', diagnostics);
  return field
    .items()
    .flatMap((item) => (item.node?.kind === 'list' ? item.items() : [item]))
    .flatMap((item) => readInclude(item) ?? []);
}

function readInclude(field: Field): IncludeEntry | null {
  if (field.node?.kind === 'scalar') {
    const path = String(field.node.value);
    const target: IncludeTarget = /^https?:\/\//.test(path)
      ? { kind: 'remote', url: path, integrity: null, cacheSeconds: null }
      : { kind: 'local', path };
    return { ...target, field, rules: null, inputs: {} };
  }
  if (!field.isMap(KEYS, 'config should be a string, a hash or a list of them')) return null;
  const types = TYPES.filter((type) => field.has(type));
  if (types.length !== 1) {
    field.fail(`config should use one of: ${TYPES.slice(0, 5).join(', ')}`, TYPES.slice(0, 5).join(', '));
    return null;
  }
  const type = types[0] ?? '';
  for (const key of ['integrity', 'cache']) {
    if (type !== 'remote' && field.get(key).isPresent)
      field.get(key).fail('config can only be used with include:remote', 'include:remote');
  }
  const target = readTarget(field, type);
  return (
    target && {
      ...target,
      field,
      rules: readRules(field.get('rules'), 'include'),
      inputs: readInputs(field.get('inputs')),
    }
  );
}

function readTarget(field: Field, type: string): IncludeTarget | null {
  const value = field.get(type);
  const text = value.string();
  if (!text) {
    if (!value.isPresent) value.failValue("can't be blank", 'a path or an address');
    return null;
  }
  if (type === 'local') return { kind: 'local', path: text };
  if (type === 'remote') {
    const integrity = readIntegrity(field.get('integrity'));
    const cacheSeconds = readCacheTime(field.get('cache'));
    if (integrity === undefined || cacheSeconds === undefined) return null;
    return { kind: 'remote', url: text, integrity, cacheSeconds };
  }
  if (type === 'template') return { kind: 'template', name: text };
  if (type === 'project') {
    const paths = field.get('file').strings({ single: true }) ?? [];
    if (paths.length === 0) field.fail('config must specify the file where to fetch the config from', 'file');
    return { kind: 'project', project: text, paths, ref: field.get('ref').text() ?? null };
  }
  if (type === 'component') return { kind: 'component', address: text };
  value.fail('config is only allowed in trigger:include', 'local, project, remote, template or component');
  return null;
}

const CHECKSUM = /^sha256-[A-Za-z\d+/]{43}=$/;

/** Undefined for what is no checksum. */
function readIntegrity(field: Field): string | null | undefined {
  if (!field.isPresent) return null;
  const checksum = field.string();
  if (checksum === undefined || CHECKSUM.test(checksum)) return checksum;
  return field.failValue('should be a SHA256 checksum', 'sha256- and the checksum in base64');
}

const CACHE_SECONDS = 3_600;
const MIN_CACHE_SECONDS = 60;

/** `true` stands for an hour. Undefined for what is no duration. */
function readCacheTime(field: Field): number | null | undefined {
  if (!field.isPresent) return null;
  if (field.node?.kind === 'scalar' && typeof field.node.value === 'boolean')
    return field.node.value ? CACHE_SECONDS : null;
  const seconds = field.duration();
  if (seconds === undefined || seconds >= MIN_CACHE_SECONDS) return seconds;
  return field.failValue('should be at least one minute', 'true, or a duration of at least one minute');
}
