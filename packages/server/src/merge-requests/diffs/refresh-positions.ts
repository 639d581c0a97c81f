import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import {
  type FileChange,
  type IndexFile,
  isGitError,
  lineCode,
  listChangedFiles,
  parsePatch,
  readDiff,
  tracePosition,
} from '@tributary/git';
import { type DiscussionRow, listPositionedDiscussions, setPosition } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent, publish } from '../../platform/events.ts';
import { topicOf } from '../merge-request-access.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { findVersionById, type VersionRow } from '../store/versions.ts';
import { openDiff, keyOfVersion } from './ensure-index.ts';
import type { OpenedDiff } from './opened-diff.ts';
import { placeOfLine } from './rules/place-of-line.ts';

/** Every thread on a line is looked for in the new version; what cannot be found stays, marked as outdated. */
onEvent('merge_request.version_created', 'refresh-positions', async (ctx, { data }) => {
  const row = await findMergeRequestById(ctx.db, data.mergeRequestId);
  const version = await findVersionById(ctx.db, data.versionId);
  if (!row || !version || row.latest_version_id !== version.id) return;
  const threads = await listPositionedDiscussions(ctx.db, { noteableType: 'MergeRequest', noteableId: row.id });
  if (threads.length === 0) return;
  const tracer = new Tracer(ctx, row.target_project_id, version);
  for (const thread of threads) await refresh(ctx, tracer, thread);
  await publish(ctx, topicOf(row.id), 'discussion.moved', { id: row.id });
});

async function refresh(ctx: Context, tracer: Tracer, thread: DiscussionRow): Promise<void> {
  const from = thread.original_position;
  if (!from) return;
  const traced = await tracer.trace(from);
  // Where it was last seen stays readable: only the mark changes.
  const position = traced?.position ?? thread.position ?? from;
  const code = traced ? traced.lineCode : thread.line_code;
  await setPosition(ctx.db, thread.id, { position, lineCode: code, isActive: traced !== undefined });
}

type Traced = { position: DiffPosition; lineCode: string | null };
type Changes = ReadonlyMap<string, FileChange>;

/** Traces positions of one request into one version; each pair of commits is compared once. */
class Tracer {
  readonly #ctx: Context;
  readonly #projectId: number;
  readonly #version: VersionRow;
  readonly #changes = new Map<string, Promise<Changes | undefined>>();
  #diff: Promise<OpenedDiff> | undefined;

  constructor(ctx: Context, projectId: number, version: VersionRow) {
    this.#ctx = ctx;
    this.#projectId = projectId;
    this.#version = version;
  }

  /** Always from the place the thread was begun at, so that errors do not add up. Undefined: not there any more. */
  async trace(from: DiffPosition): Promise<Traced | undefined> {
    const { base_sha: base, start_sha: start, head_sha: head } = this.#version;
    const refs = { base_sha: base, start_sha: start, head_sha: head };
    this.#diff ??= openDiff(this.#ctx, keyOfVersion(this.#projectId, this.#version));
    const diff = await this.#diff;
    if (from.position_type !== 'text') return this.#traceFile(from, refs, diff);
    const isNewSide = from.new_line !== null && from.new_line !== undefined;
    const path = isNewSide ? from.new_path : from.old_path;
    const line = isNewSide ? from.new_line : from.old_line;
    if (!path || !line) return undefined;
    const moved = await this.#line(isNewSide ? [from.head_sha, head] : [from.base_sha, base], path, line);
    return moved && this.#placeIn(diff, from, refs, { ...moved, isNewSide });
  }

  async #line(pair: [string, string], path: string, line: number): Promise<{ path: string; line: number } | undefined> {
    const changes = await this.#changesOf(pair);
    if (!changes) return undefined;
    const traced = tracePosition({ path, line }, changes.get(path) ?? null);
    return traced.kind === 'line' ? traced : undefined;
  }

  /** The line must also be part of what the new version shows: the comment was about a change. */
  async #placeIn(
    diff: OpenedDiff,
    from: DiffPosition,
    refs: Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'>,
    at: { path: string; line: number; isNewSide: boolean },
  ): Promise<Traced | undefined> {
    const file = diff.index.files.find((each) => (at.isNewSide ? each.newPath : each.oldPath) === at.path);
    if (!file || file.isTooLarge) return undefined;
    const hunks = parsePatch((await diff.readPatches([file]))[0] ?? Buffer.alloc(0));
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const found = lines.find((line) => (at.isNewSide ? line.newLine : line.oldLine) === at.line);
    const [oldLine, newLine] = found ? [found.oldLine, found.newLine] : outside(hunks, at);
    // A removed line that is unchanged now is no longer what was talked about.
    if (!at.isNewSide && newLine !== null) return undefined;
    const place = placeOfLine(hunks, oldLine, newLine);
    if (!place) return undefined;
    return {
      position: { ...from, ...refs, ...pathsOf(file), old_line: oldLine, new_line: newLine, line_range: null },
      lineCode: lineCode(file.status === 'deleted' ? file.oldPath : file.newPath, place.oldPosition, place.newPosition),
    };
  }

  async #traceFile(
    from: DiffPosition,
    refs: Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'>,
    diff: OpenedDiff,
  ): Promise<Traced | undefined> {
    const changes = await this.#changesOf([from.head_sha, refs.head_sha]);
    const path = from.new_path ?? '';
    const change = changes?.get(path);
    const now = change?.newPath ?? path;
    const file = diff.index.files.find((each) => each.newPath === now);
    // A pin on a picture holds only for the picture it was put on.
    if (!file || (from.position_type === 'image' && change !== undefined)) return undefined;
    return { position: { ...from, ...refs, ...pathsOf(file) }, lineCode: null };
  }

  /** What changed between two commits, by old path; undefined when one of them is gone. */
  #changesOf([from, to]: [string, string]): Promise<Changes | undefined> {
    const key = `${from}:${to}`;
    const known = this.#changes.get(key);
    if (known) return known;
    const read = readChanges(this.#ctx.repositories.directory(this.#projectId), from, to);
    this.#changes.set(key, read);
    return read;
  }
}

async function readChanges(repo: string, from: string, to: string): Promise<Changes | undefined> {
  if (from === to) return new Map();
  try {
    if ((await listChangedFiles(repo, { from, to })).length === 0) return new Map();
    const files = await readDiff(repo, { from, to });
    return new Map(
      files.map((file) => [
        file.oldPath,
        {
          oldPath: file.oldPath,
          newPath: file.newPath,
          status: file.status,
          hunks: file.isBinary || file.isTooLarge ? null : parsePatch(file.patchBytes),
        },
      ]),
    );
  } catch (error) {
    if (isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

type Hunks = ReturnType<typeof parsePatch>;

/** Numbers of an unchanged line between hunks. */
function outside(hunks: Hunks, at: { line: number; isNewSide: boolean }): [number | null, number | null] {
  let shift = 0;
  for (const hunk of hunks) {
    if (at.line < (at.isNewSide ? hunk.newStart : hunk.oldStart)) break;
    shift += hunk.newLines - hunk.oldLines;
  }
  return at.isNewSide ? [at.line - shift, at.line] : [at.line, at.line + shift];
}

function pathsOf(file: IndexFile): { old_path: string; new_path: string } {
  return { old_path: file.oldPath, new_path: file.newPath };
}
