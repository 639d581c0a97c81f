import { type TestCommit, type TestFile, tinyPng } from '@tributary/git/testing';

/** Small, and the same on every machine, so that a history that fails can be run again by its seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

export type Random = ReturnType<typeof randomOf>;

/** Images are bytes, everything else is text. */
type HistoryFile = TestFile & { content: string | Buffer; mode: '100644' | '100755' };
export type Files = Readonly<Record<string, HistoryFile>>;

/** Equally likely, each as often as it stands here. */
const WAYS = [
  ...(['pushed', 'pushed', 'rewritten', 'rebased', 'rebased', 'merged', 'merged', 'retargeted'] as const),
  ...(['deleted and restored', 'deleted and pushed again'] as const),
] as const;

export type Step = {
  way: (typeof WAYS)[number];
  /** What was done to the files. */
  deed: string;
  /** Labels of the tips after it. */
  head: string;
  target: string;
  files: Files;
  /** Those it is compared with. */
  base: Files;
};

export type History = { branch: string; target: string; elsewhere: string; commits: TestCommit[]; steps: Step[] };

const lines = (from: number, count: number) => Array.from({ length: count }, (_, at) => `line ${from + at}`);
const text = (all: readonly string[]) => `${all.join('\n')}\n`;
const fileOf = (content: string | Buffer): HistoryFile => ({ content, mode: '100644' });

export const BASE: Files = {
  'a.txt': fileOf(text(lines(1, 40))),
  'b/c.txt': fileOf(text(lines(100, 30))),
  'd.txt': fileOf(text(lines(200, 30))),
  'old.png': fileOf(tinyPng([1, 2, 3])),
};

/** Everything that becomes of one branch, made ahead: git writes all commits of all histories at once. */
export function planHistory(seed: number, count: number): History {
  const random = randomOf(seed);
  const [branch, target, elsewhere] = ['history', 'target', 'elsewhere'].map((name) => `${name}-${seed}`) as [
    string,
    string,
    string,
  ];
  const commits: TestCommit[] = [];
  const commit = (label: string, parents: readonly string[], files: TestCommit['files'] = {}) => {
    commits.push({ label: `${label}-${seed}`, branch: `plan-${seed}`, parents: [...parents], files });
    return `${label}-${seed}`;
  };
  const start = { ...BASE, 'a.txt': editLines(random, BASE['a.txt']), 'new.png': picture(random) };
  const ends = { [target]: 'initial', [elsewhere]: commit('elsewhere', ['initial'], { 'else.txt': 'else\n' }) };
  /** What the targets have besides the files that are followed. */
  const besides: Record<string, Record<string, string>> = { [target]: {}, [elsewhere]: { 'else.txt': 'else\n' } };
  const targets: Record<string, Files> = { [target]: BASE, [elsewhere]: BASE };
  let into = target;
  let base = BASE;
  let files: Files = start;
  const gone: Record<string, HistoryFile> = {};
  let head = commit('first', ['initial'], difference(BASE, files));
  const steps: Step[] = [{ way: 'pushed', deed: 'begun', head, target: 'initial', files, base }];
  for (let at = 1; at <= count; at += 1) {
    const before = files;
    const changed = change(random, files, gone);
    files = changed.files;
    for (const [path, file] of Object.entries(before)) if (!files[path]) gone[path] = file;
    let way: Step['way'] = WAYS[random(WAYS.length)] ?? 'pushed';
    if (way === 'retargeted' && into === elsewhere) way = 'deleted and pushed again';
    let { deed } = changed;
    if (way === 'rebased' || way === 'merged') {
      // The target goes on, and the work is put on top of it, or takes it in.
      const others: Files = random(2) === 0 ? { 'old.png': picture(random) } : {};
      const side = { [`side-${at}.txt`]: 'side\n' };
      ends[into] = commit(`side-${at}`, [ends[into] ?? ''], { ...side, ...others });
      targets[into] = { ...targets[into], ...others };
      besides[into] = { ...besides[into], ...side };
    }
    const end = ends[into] ?? '';
    if (way === 'rewritten') head = commit(`anew-${at}`, [end], difference(BASE, files));
    else if (way === 'rebased') head = commit(`on-top-${at}`, [end], difference(BASE, files));
    // What both have changed is as the branch has it.
    else if (way === 'merged')
      head = commit(`with-${at}`, [head, end], { ...difference(before, files), ...besides[into] });
    else if (way === 'pushed' || way === 'deleted and pushed again') {
      head = commit(`next-${at}`, [head], difference(before, files));
    } else {
      if (way === 'retargeted') [into, base] = [elsewhere, BASE];
      files = before;
      deed = 'nothing';
    }
    if (way === 'rewritten' || way === 'rebased' || way === 'merged') base = targets[into] ?? BASE;
    steps.push({ way, deed, head, target: ends[into] ?? '', files, base });
  }
  return { branch, target, elsewhere, commits, steps };
}

const difference = (from: Files, to: Files): TestCommit['files'] => ({
  ...Object.fromEntries(Object.keys(from).map((path) => [path, null])),
  ...to,
});

const picture = (random: Random) => fileOf(tinyPng([random(256), random(256), random(256)]));

const isPicture = (file: HistoryFile | undefined) => Buffer.isBuffer(file?.content);

function editLines(random: Random, file: HistoryFile | undefined): HistoryFile {
  const all = String(file?.content ?? '')
    .split('\n')
    .slice(0, -1);
  const at = random(all.length || 1);
  const way = random(3);
  if (way === 0) all.splice(at, 1 + random(3));
  else if (way === 1) all.splice(at, 0, `new ${random(1e6)}`, `new ${random(1e6)}`);
  else all[at] = `${all[at]} changed ${random(1e6)}`;
  return { content: all.length === 0 ? 'empty\n' : text(all), mode: file?.mode ?? '100644' };
}

const edited = (random: Random, file: HistoryFile | undefined) =>
  isPicture(file) ? { ...picture(random), mode: file?.mode ?? '100644' } : editLines(random, file);

const withOtherMode = (file: HistoryFile): HistoryFile => ({
  ...file,
  mode: file.mode === '100644' ? '100755' : '100644',
});

/** The next state of the branch's files; `gone`: those that were there before. */
function change(random: Random, files: Files, gone: Files): { files: Files; deed: string } {
  const next: Record<string, HistoryFile> = { ...files };
  const paths = Object.keys(next);
  const path = paths[random(paths.length)] ?? 'a.txt';
  const file = next[path] ?? fileOf('');
  const way = random(13);
  if (way <= 1 && paths.length > 2) {
    delete next[path];
    return { files: next, deed: 'deleted' };
  }
  if (way <= 4) {
    delete next[path];
    const name = `moved-${random(1e6)}${path.slice(path.lastIndexOf('.'))}`;
    next[name] = way === 2 ? file : way === 3 ? withOtherMode(file) : withOtherMode(edited(random, file));
    return {
      files: next,
      deed: ['renamed', 'renamed with another mode', 'renamed, changed, with another mode'][way - 2] ?? '',
    };
  }
  if (way === 5) return { files: { ...BASE, 'a.txt': editLines(random, BASE['a.txt']) }, deed: 'begun again' };
  if (way === 6) return { files: { ...next, [path]: withOtherMode(file) }, deed: 'given another mode' };
  const back = Object.keys(gone)[random(Object.keys(gone).length || 1)];
  if (way <= 8 && back !== undefined && !next[back]) {
    const [was, isSame] = [gone[back], random(2) === 0];
    return { files: { ...next, [back]: isSame && was ? was : edited(random, was) }, deed: 'put back' };
  }
  if (isPicture(file)) return { files: { ...next, [path]: edited(random, file) }, deed: 'picture replaced' };
  for (let edits = 0; edits <= random(3); edits += 1) next[path] = editLines(random, next[path]);
  return { files: next, deed: 'changed' };
}
