export type CompletionKind =
  | 'person'
  | 'issue'
  | 'merge_request'
  | 'label'
  | 'milestone'
  | 'commit'
  | 'file'
  | 'emoji'
  | 'command';

export type Completion = {
  kind: CompletionKind;
  /** What has been typed behind the sign. */
  query: string;
  /** Place of the sign, and of the caret. */
  from: number;
  to: number;
};

const SIGNS: Record<string, CompletionKind> = {
  '@': 'person',
  '#': 'issue',
  '!': 'merge_request',
  '~': 'label',
  '%': 'milestone',
  '^': 'commit',
  './': 'file',
  ':': 'emoji',
  '/': 'command',
};
const QUERIES: Record<CompletionKind, RegExp> = {
  person: /^[\p{L}\p{N}._-]{0,50}$/u,
  issue: /^[\p{L}\p{N}_-]{0,50}$/u,
  merge_request: /^[\p{L}\p{N}_-]{0,50}$/u,
  label: /^[\p{L}\p{N}:_-]{0,50}$/u,
  milestone: /^[\p{L}\p{N}._-]{0,50}$/u,
  commit: /^[\p{L}\p{N}._-]{1,50}$/u,
  file: /^[\p{L}\p{N}./_-]{1,50}$/u,
  // One sign alone is a smiley that someone types by hand.
  emoji: /^[a-z0-9_+-]{2,50}$/,
  command: /^[a-z_]{0,30}$/,
};
const MOST_CHARS = 60;

/** Whether the caret stands in code, where signs mean nothing. */
function isInCode(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if ((line.match(/`/g) ?? []).length % 2 === 1) return true;
  return (before.match(/^ {0,3}(?:```|~~~)/gm) ?? []).length % 2 === 1;
}

/** An id of a commit is known by its looks: seven signs or more, letters and digits. */
const COMMIT_ID = /(?:^|[\s(["',])((?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40})$/;

/** What could be completed where the caret stands; null when nothing could. */
export function completionAt(text: string, caret: number): Completion | null {
  const start = Math.max(0, caret - MOST_CHARS);
  const near = text.slice(start, caret);
  const found = nearestSign(near) ?? commitId(near);
  if (!found || !QUERIES[found.kind].test(found.query) || isInCode(text.slice(0, start + found.at))) return null;
  return { kind: found.kind, query: found.query, from: start + found.at, to: caret };
}

type Found = { kind: CompletionKind; query: string; at: number };

function nearestSign(near: string): Found | null {
  const places = Object.entries(SIGNS).map(([sign, kind]) => ({ sign, kind, at: lastSign(near, sign) }));
  const best = places.reduce((before, each) => (each.at > before.at ? each : before));
  return best.at < 0 ? null : { kind: best.kind, query: near.slice(best.at + best.sign.length), at: best.at };
}

function commitId(near: string): Found | null {
  const id = COMMIT_ID.exec(near)?.[1];
  return id === undefined ? null : { kind: 'commit', query: id, at: near.length - id.length };
}

/** What has to stand before a sign: a command begins its line, and `[^` begins a footnote. */
const BEFORE: Record<string, RegExp> = { '/': /^\n$/, '^': /^[\s(]$/ };
const BEGINS_WORD = /^[\s([{"',>]$/;

/** The last place of the sign that begins a word. */
function lastSign(near: string, sign: string): number {
  const at = near.lastIndexOf(sign);
  return at <= 0 || (BEFORE[sign] ?? BEGINS_WORD).test(near.charAt(at - 1)) ? at : -1;
}

/** Puts what was chosen in place of what was typed; the caret stands behind it. */
export function complete(
  text: string,
  completion: Completion,
  chosen: string,
): { text: string; inserted: string; caret: number } {
  const after = text.slice(completion.to);
  const inserted = after.startsWith(' ') || after.startsWith('\n') ? chosen : `${chosen} `;
  const caret = completion.from + chosen.length + 1;
  return { text: text.slice(0, completion.from) + inserted + after, inserted, caret };
}
