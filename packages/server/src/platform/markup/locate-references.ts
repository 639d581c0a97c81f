import type { MarkdownReferences, Reference } from './rendered-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';
import { type FoundReference, scanReferences } from './scan-references.ts';

export type LocatedReference = FoundReference & {
  /** Where the path before the sign ends; where a bare commit begins. */
  sign: number;
};

type Candidate = { at: number; run: string; mark: string };

const NUMBER = /(?<sign>(?<!&)[#!&])(?<run>[1-9]\d{0,9})(?!\d)/gu;
const NAME = /(?<sign>[~%](?:"[^"\p{L}\p{N}\n]*|_*))(?<run>[\p{L}\p{N}]+)/gu;
const SHA = /(?<run>(?<![\p{L}\p{N}])[0-9a-f]{7,40}(?![\p{L}\p{N}]))/gu;

/** A reference is at most a path and a name long; more marks are not in one. */
const MAX_MARKS = 60;

/**
 * Where a text of Markdown holds references that are links once it is rendered: not those in code, links or HTML. Only the
 * renderer knows, and it has no places of the source left. So everything that may be one gets a mark in place of its number
 * or name, of the same kind of characters, so that the text is read the same way; the marks that come back are references.
 */
export async function locateReferences(text: string): Promise<LocatedReference[]> {
  const candidates = candidatesIn(text);
  if (candidates.length === 0) return [];
  let marked = '';
  let from = 0;
  for (const { at, run, mark } of candidates) {
    marked += text.slice(from, at) + mark;
    from = at + run.length;
  }
  const { references } = await renderMarkdown(marked + text.slice(from));
  const indexOf = new Map(candidates.map(({ mark }, index) => [mark, index]));
  return marksOf(references).flatMap(({ mark, reference }) => {
    const index = indexOf.get(mark);
    return index === undefined ? [] : (located(text, candidates, index, reference) ?? []);
  });
}

function candidatesIn(text: string): Candidate[] {
  const found = [NUMBER, NAME, SHA].flatMap((pattern, kind) =>
    [...text.matchAll(pattern)].map(({ index, groups }) => ({
      kind,
      at: index + (groups?.['sign']?.length ?? 0),
      run: groups?.['run'] ?? '',
    })),
  );
  const candidates: Candidate[] = [];
  let end = 0;
  for (const { kind, at, run } of found.toSorted((a, b) => a.at - b.at || a.kind - b.kind)) {
    if (at < end) continue;
    end = at + run.length;
    candidates.push({ at, run, mark: markFor(kind, run, candidates.length) });
  }
  return candidates;
}

function markFor(kind: number, run: string, index: number): string {
  if (kind === 0) return String(9_000_000_000 + index);
  if (kind === 1) return `m${900_000_000 + index}`;
  // As long, digits for digits and letters for letters: a list stays a list, a commit a commit.
  let rest = index;
  return [...run]
    .toReversed()
    .map((char) => {
      const [base, first] = /\d/.test(char) ? [10, '0'] : [6, 'a'];
      const digit = rest % base;
      rest = Math.floor(rest / base);
      return String.fromCharCode((first ?? '').charCodeAt(0) + digit);
    })
    .toReversed()
    .join('');
}

function marksOf(references: MarkdownReferences): { mark: string; reference: Reference }[] {
  const numbered = [references.issues, references.mergeRequests, references.epics].flat();
  return [
    ...numbered.map((reference) => ({ mark: String(reference.iid), reference })),
    ...[references.labels, references.milestones]
      .flat()
      .map((reference) => ({ mark: /[\p{L}\p{N}]+/u.exec(reference.name)?.[0] ?? '', reference })),
    ...references.commits.map((reference) => ({ mark: reference.sha, reference })),
    ...references.commitRanges.map((reference) => ({ mark: reference.from, reference })),
  ];
}

function located(
  text: string,
  candidates: readonly Candidate[],
  index: number,
  { kind, key, path = '' }: Reference,
): LocatedReference | undefined {
  const { at, mark } = candidates[index] ?? { at: 0, mark: '' };
  let ref = key.slice(kind.length + 1);
  const sign = at - (ref.indexOf(mark) - path.length);
  const start = sign - path.length;
  let first = index;
  while ((candidates[first - 1]?.at ?? -1) >= start) first--;
  for (const each of candidates.slice(first, first + MAX_MARKS)) ref = ref.replace(each.mark, () => each.run);
  const [found] = scanReferences(ref);
  if (found?.kind !== kind || !text.startsWith(found.ref, start)) return undefined;
  return { ...found, start, end: start + found.ref.length, sign };
}
