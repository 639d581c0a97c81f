import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGitResult } from '../process/run-git.ts';

/** Lines with their line ends, as bytes: files of any encoding come through unchanged. */
export type ConflictSection =
  | { kind: 'merged'; lines: Buffer[] }
  | { kind: 'conflict'; base: Buffer[]; target: Buffer[]; source: Buffer[] };

export interface ThreeVersions {
  base: Buffer | null;
  target: Buffer;
  source: Buffer;
}

const MIN_MARKER = 7;
const NOTHING = Buffer.alloc(0);

/**
 * The three-way merge of one text file, in order: what git merged, and each conflict with its three versions. The markers
 * that git writes are longer than any line of the same character in the files, so no content is taken for one.
 */
export async function conflictSections({ base, target, source }: ThreeVersions): Promise<ConflictSection[]> {
  const size = markerSize([base ?? NOTHING, target, source]);
  const folder = await mkdtemp(join(tmpdir(), 'tributary-conflict-'));
  try {
    const write = async (name: string, content: Buffer) => {
      const file = join(folder, name);
      await writeFile(file, content);
      return file;
    };
    const files = [await write('target', target), await write('base', base ?? NOTHING), await write('source', source)];
    // Exit codes up to 127 count the conflicts.
    const { stdout } = await runGitResult(
      null,
      ['merge-file', '--stdout', '--diff3', '--quiet', `--marker-size=${size}`, ...files],
      { okExitCodes: Array.from({ length: 127 }, (_, at) => at + 1) },
    );
    return asTheyEnd(parseSections(stdout, size), { target, source });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** git ends the last line of a conflict, also where the file of a side does not. */
function asTheyEnd(sections: ConflictSection[], files: Pick<ThreeVersions, 'target' | 'source'>): ConflictSection[] {
  const last = sections.at(-1);
  if (last?.kind !== 'conflict') return sections;
  for (const side of ['target', 'source'] as const) {
    const line = last[side].pop();
    if (line === undefined) continue;
    last[side].push(files[side].at(-1) === 0x0a ? line : line.subarray(0, line.toString('latin1').trimEnd().length));
  }
  return sections;
}

/** The text with the chosen side of each conflict, in order; null when the number of choices is wrong. */
export function joinSections(sections: readonly ConflictSection[], choices: readonly ConflictChoice[]): Buffer | null {
  const rest = [...choices];
  const parts: Buffer[] = [];
  for (const section of sections) {
    if (section.kind === 'merged') {
      parts.push(...section.lines);
      continue;
    }
    const choice = rest.shift();
    if (choice === undefined) return null;
    if (choice === 'both') parts.push(...withLineEnd(section.source), ...section.target);
    else parts.push(...section[choice]);
  }
  return rest.length === 0 ? Buffer.concat(parts) : null;
}

/** `both`: the lines of the source, then those of the target. */
export type ConflictChoice = 'source' | 'target' | 'both';

function withLineEnd(lines: readonly Buffer[]): Buffer[] {
  const last = lines.at(-1);
  return last === undefined || last.at(-1) === 0x0a ? [...lines] : [...lines, Buffer.from('\n')];
}

function markerSize(texts: readonly Buffer[]): number {
  let longest = 0;
  for (const text of texts) {
    for (const [run] of text.toString('latin1').matchAll(/^(?:<+|>+|=+|\|+)/gm))
      longest = Math.max(longest, run.length);
  }
  return Math.max(MIN_MARKER, longest + 1);
}

function parseSections(output: Buffer, size: number): ConflictSection[] {
  const sections: ConflictSection[] = [];
  let lines: Buffer[] = [];
  let conflict: Record<'base' | 'target' | 'source', Buffer[]> | null = null;
  const isMarker = (line: Buffer, sign: string) =>
    line.length >= size && line.toString('latin1', 0, size + 1).trimEnd() === sign.repeat(size);
  for (const line of linesOf(output)) {
    if (conflict === null && isMarker(line, '<')) {
      if (lines.length > 0) sections.push({ kind: 'merged', lines });
      conflict = { base: [], target: [], source: [] };
      lines = conflict.target;
    } else if (conflict !== null && isMarker(line, '|')) lines = conflict.base;
    else if (conflict !== null && isMarker(line, '=')) lines = conflict.source;
    else if (conflict !== null && isMarker(line, '>')) {
      sections.push({ kind: 'conflict', ...conflict });
      [conflict, lines] = [null, []];
    } else lines.push(line);
  }
  if (lines.length > 0) sections.push({ kind: 'merged', lines });
  return sections;
}

function* linesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(0x0a, at);
    const next = end === -1 ? text.length : end + 1;
    yield text.subarray(at, next);
    at = next;
  }
}
