import type { CiEditorPageData, ConfigKeyword } from '@tributary/contract/ci/config-editor.ts';
import { stagesIn, topLevelKeys, type YamlPosition, yamlPosition } from './yaml-position.ts';

export type Suggestion = {
  label: string;
  detail: string;
  kind: 'keyword' | 'value' | 'job' | 'stage' | 'variable';
  insert: string;
};
export type Suggestions = { from: number; options: Suggestion[] };

export type KnownWords = Pick<CiEditorPageData, 'keywords' | 'variables'>;

/** Keys of the file that are no jobs. */
const rootKeys = (keywords: readonly ConfigKeyword[]): Set<string> =>
  new Set(keywords.filter(({ allowedIn }) => allowedIn.includes('')).map(({ key }) => key));

const STAGES_OF_ALL = ['.pre', '.post'];
const DEFAULT_STAGES = ['build', 'test', 'deploy'];

/** The mapping of a path as the table of keywords names it: each job is `job`, and so are the settings of `default`. */
function mappingsOf(path: readonly string[], roots: ReadonlySet<string>): string[] {
  const [first, ...rest] = path;
  if (first === undefined) return [''];
  if (!roots.has(first)) return [['job', ...rest].join(':')];
  const own = path.join(':');
  if (rest.length === 0) return [own];
  if (first === 'default') return [['job', ...rest].join(':')];
  // Rules are alike everywhere.
  return first === 'workflow' || first === 'include' ? [own, ['job', ...rest].join(':')] : [own];
}

function keysAt(position: YamlPosition, keywords: readonly ConfigKeyword[], roots: ReadonlySet<string>): Suggestion[] {
  const mappings = mappingsOf(position.path, roots);
  return keywords
    .filter(({ allowedIn }) => allowedIn.some((mapping) => mappings.includes(mapping)))
    .map(({ key, description }) => ({ label: key, detail: description, kind: 'keyword', insert: `${key}: ` }));
}

/** What stands in a list or after a key: names of this file, or the values of the table. */
function valuesAt(
  key: string,
  path: readonly string[],
  lines: readonly string[],
  { keywords, roots }: { keywords: readonly ConfigKeyword[]; roots: ReadonlySet<string> },
): Suggestion[] {
  const plain = (label: string, kind: Suggestion['kind'], detail = ''): Suggestion => ({
    label,
    detail,
    kind,
    insert: label,
  });
  if (key === 'stage') {
    const stages = stagesIn(lines);
    return [...(stages.length > 0 ? stages : DEFAULT_STAGES), ...STAGES_OF_ALL].map((name) =>
      plain(name, 'stage', 'Stage'),
    );
  }
  const names = topLevelKeys(lines).filter((name) => !roots.has(name));
  if (key === 'extends') return names.map((name) => plain(name, 'job', name.startsWith('.') ? 'Hidden job' : 'Job'));
  const isOfJobs = key === 'needs' || key === 'dependencies' || (key === 'job' && path.includes('needs'));
  if (isOfJobs || key === 'on_stop') {
    const own = path[0];
    return names.filter((name) => !name.startsWith('.') && name !== own).map((name) => plain(name, 'job', 'Job'));
  }
  const mappings = mappingsOf(path, roots);
  const keyword =
    keywords.find((each) => each.key === key && each.allowedIn.some((mapping) => mappings.includes(mapping))) ??
    keywords.find((each) => each.key === key && each.allowedIn.includes('job'));
  return (keyword?.values ?? []).map((value) => plain(value, 'value', keyword?.description));
}

/** What can be typed at the end of `before`, which is the beginning of the line after `above`; `all` is the text as lines. */
export function suggest(
  { keywords, variables }: KnownWords,
  { all, above, before }: { all: readonly string[]; above: readonly string[]; before: string },
): Suggestions | null {
  const variable = /\$\{?(\w*)$/.exec(before);
  if (variable) {
    const from = before.length - (variable[1]?.length ?? 0);
    return {
      from,
      options: variables.map(({ name, description }) => ({
        label: name,
        detail: description,
        kind: 'variable',
        insert: name,
      })),
    };
  }
  const position = yamlPosition(above, before);
  if (!position) return null;
  const roots = rootKeys(keywords);
  const words = { keywords, roots };
  const { path, valueOf, isItem, from } = position;
  if (valueOf !== null) return { from, options: valuesAt(valueOf, path, all, words) };
  const listed = path.at(-1);
  const items = isItem && listed !== undefined ? valuesAt(listed, path.slice(0, -1), all, words) : [];
  return { from, options: [...items, ...keysAt(position, keywords, roots)] };
}
