import { lineAt } from './sources.mjs';

/** Words of the former dialect, and what is said instead (docs/glossary.md). Spelled in pieces, so that this file passes. */
const INSTEAD = new Map([
  ['door', 'endpoint or interface'],
  ['knock', 'request'],
  ['face', 'endpoint'],
  ['tell', 'notify, publish or show'],
  ['told', 'notified or published'],
  ['talk', 'comments'],
  ['talked', 'commented'],
  ['spoken', 'commented'],
  ['news', 'notification'],
  ['duty', 'assignment'],
  ['audience', 'recipients'],
  ['wish', 'input'],
  ['asked', 'request or requested'],
  ['shown', 'visible'],
  ['deed', 'action'],
  ['unfinished', 'autosaved'],
  ['begun', 'autosaved or original'],
  ['kept', 'cached or retained'],
  ['keeper', 'cache or virtualizer'],
  ['remembered', 'cached'],
  ['recalled', 'cached'],
  ['believed', 'valid'],
  ['later', 'lazy'],
  ['far', 'off-screen'],
  ['room', 'placeholder'],
  ['standing', 'status'],
  ['made', 'built or created'],
  ['anew', 'again'],
  ['stranger', 'non-member'],
  ['verdict', 'outcome or mergeability'],
  ['judge', 'evaluate'],
  ['upkeep', 'maintenance'],
  ['mend', 'fix'],
  ['people', 'users or members'],
  ['person', 'user or member'],
  ['somebody', 'user'],
  ['picture', 'image or avatar'],
  ['alike', 'similar'],
  ['gone', 'deleted'],
  ['place', 'container, scope, position or location'],
]);

const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|type|interface|class)\s+([A-Za-z_$][\w$]*)/gm;

/** The lower-case words of a name in camel case, kebab case or capitals; plurals as singulars. */
export function wordsOf(name) {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words
    .map((word) => word.toLowerCase())
    .flatMap((word) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')]);
}

/** The first word of a name that is not used any more, with what to use instead; undefined for a good name. */
export function formerWord(name) {
  const word = wordsOf(name).find((each) => INSTEAD.has(each));
  return word === undefined ? undefined : { word, instead: INSTEAD.get(word) };
}

/** Names of files and of what they export use the standard terms. */
export function checkVocabulary(sources) {
  const failures = [];
  const files = sources.filter(({ isCode, path }) => isCode && /^(packages|e2e|tools)\//.test(path));
  const fail = (where, name, { word, instead }) =>
    failures.push(`${where}: "${name}" says "${word}"; use ${instead} (docs/glossary.md)`);
  for (const file of files) {
    const segment = file.path.split('/').find((each) => formerWord(each.replace(/\.\w+$/, '')));
    if (segment !== undefined) fail(file.path, segment, formerWord(segment.replace(/\.\w+$/, '')));
    for (const match of file.code.matchAll(EXPORTED)) {
      const found = formerWord(match[1]);
      if (found) fail(`${file.path}:${lineAt(file.code, match.index)}`, match[1], found);
    }
  }
  return { failures, checked: files.length };
}
