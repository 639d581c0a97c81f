export type CompletionKind = 'person' | 'issue' | 'merge_request' | 'label' | 'milestone' | 'emoji' | 'command';

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
  ':': 'emoji',
  '/': 'command',
};
const QUERIES: Record<CompletionKind, RegExp> = {
  person: /^[\p{L}\p{N}._-]{0,50}$/u,
  issue: /^[\p{L}\p{N}_-]{0,50}$/u,
  merge_request: /^[\p{L}\p{N}_-]{0,50}$/u,
  label: /^[\p{L}\p{N}:_-]{0,50}$/u,
  milestone: /^[\p{L}\p{N}._-]{0,50}$/u,
  // One sign alone is a smiley that somebody types by hand.
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

/** What could be completed where the caret stands; null when nothing could. */
export function completionAt(text: string, caret: number): Completion | null {
  const start = Math.max(0, caret - MOST_CHARS);
  const near = text.slice(start, caret);
  const at = Math.max(...Object.keys(SIGNS).map((sign) => lastSign(near, sign)));
  if (at < 0) return null;
  const kind = SIGNS[near.charAt(at)];
  const query = near.slice(at + 1);
  if (kind === undefined || !QUERIES[kind].test(query) || isInCode(text.slice(0, start + at))) return null;
  return { kind, query, from: start + at, to: caret };
}

/** The last place of the sign that begins a word; a command begins its line. */
function lastSign(near: string, sign: string): number {
  const at = near.lastIndexOf(sign);
  const isAllowed = at <= 0 || (sign === '/' ? near.charAt(at - 1) === '\n' : /[\s([{"',>]/.test(near.charAt(at - 1)));
  return isAllowed ? at : -1;
}

/** Puts what was chosen in place of what was typed; the caret stands behind it. */
export function complete(text: string, completion: Completion, chosen: string): { text: string; caret: number } {
  const after = text.slice(completion.to);
  const inserted = after.startsWith(' ') || after.startsWith('\n') ? chosen : `${chosen} `;
  const caret = completion.from + chosen.length + 1;
  return { text: text.slice(0, completion.from) + inserted + after, caret };
}

/** A name as a reference writes it: in quotes when it is more than one plain word. */
export function quotedName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : `"${name.replaceAll('"', '')}"`;
}
