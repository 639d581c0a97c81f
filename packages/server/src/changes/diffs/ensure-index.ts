import { createHash, randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import {
  buildDiffIndex,
  decodeDiffIndex,
  type DiffIndex,
  encodeDiffIndex,
  GitError,
  isGitError,
  readIndexFiles,
  readIndexPages,
} from '@tributary/git';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import { topicOf, findMergeRequestById, updateVersion, type VersionRow } from '../../merge-requests/index.ts';
import {
  type DiffIndexKey,
  type DiffIndexRow,
  deleteIndex,
  findDiffIndex,
  INDEX_FORMAT,
  insertDiffIndex,
  noteLeftovers,
  touchDiffIndex,
} from '../store/diff-indexes.ts';
import { admitBuild } from './admit-build.ts';
import { keyOfVersion } from './comparison-keys.ts';
import { LiveDiff } from './live-diff.ts';
import { type OpenedDiff, OpenedDiffs } from './opened-diff.ts';

const opened = new OpenedDiffs();
/** A build that is going on; `ended` is when its index can be opened. */
export type Build = { live: LiveDiff; ended: Promise<void> };
const building = new Map<string, Build>();
/** Names of packs that could not be read, until their comparison is opened again. */
const damagedPacks = new Set<string>();

const DAY_MS = 86_400_000;
/** Longer than anyone reads from what was opened (`OpenedDiffs`), and than making an index takes. */
const LEFTOVERS_KEPT_MS = 2 * DAY_MS;

/** When objects that no comparison names may go. */
export function leftoversDue(ctx: Pick<Context, 'clock'>): Date {
  return new Date(ctx.clock.now().getTime() + LEFTOVERS_KEPT_MS);
}

/** Names a comparison. What is stored of it is named so too, with something of its own: names are never used again. */
export function storedName({ projectId, base, head, ignoresWhitespace }: DiffIndexKey): string {
  return `diffs/${projectId}/${base}-${head}${ignoresWhitespace ? '-w' : ''}.${INDEX_FORMAT}`;
}

/** Tests run several instances in one process: the folder of the repositories tells them apart. */
export function nameOfComparison(ctx: Context, key: DiffIndexKey): string {
  return `${ctx.repositories.root}:${storedName(key)}`;
}

/** The comparison if its index is there; no git process is started. */
export function findOpenedDiff(ctx: Context, key: DiffIndexKey): Promise<OpenedDiff | undefined> {
  const name = nameOfComparison(ctx, key);
  return opened.get(name, ctx.clock.now(), async () => {
    const row = await findUsedIndex(ctx, key);
    return row && openRow(ctx, row, name);
  });
}

/** The stored index, which counts as used today. */
export async function findUsedIndex(ctx: Context, key: DiffIndexKey): Promise<DiffIndexRow | undefined> {
  const row = await findDiffIndex(ctx.db, key);
  const now = ctx.clock.now();
  const yesterday = new Date(now.getTime() - DAY_MS);
  // Nobody waits for it, and what is undone with a transaction is said again tomorrow.
  if (row && row.last_used_at < yesterday && !ctx.db.isTransaction) {
    touchDiffIndex(ctx.db, row.id, now, yesterday).catch((error: unknown) => {
      ctx.log.debug({ err: error }, 'that a comparison is used was not noted');
    });
  }
  return row;
}

async function openRow(ctx: Context, row: DiffIndexRow, name: string): Promise<OpenedDiff | undefined> {
  // Whatever else names it would have it named again: a pack with the same bytes is found before a new one is kept.
  if (damagedPacks.delete(row.pack_name)) return letGo(ctx, row, { withPack: true });
  const header = await ctx.storage.get(row.header_name);
  try {
    if (header) return openIndex(ctx, row, decodeDiffIndex(header), name);
  } catch (error) {
    if (!isGitError(error, 'corrupt')) throw error;
    ctx.log.warn({ err: error, header: row.header_name }, 'a stored comparison is damaged and is built again');
    return letGo(ctx, row);
  }
  ctx.log.warn({ header: row.header_name }, 'a stored comparison is missing and is built again');
  return letGo(ctx, row);
}

/** As long as it has a row, no other is kept in its place. */
async function letGo(ctx: Context, row: DiffIndexRow, options?: { withPack: boolean }): Promise<undefined> {
  await transact(ctx, ({ db }) => deleteIndex(db, row, leftoversDue(ctx), options));
}

/** `name` is that of the comparison. */
function openIndex(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  { project_id: projectId, pack_name: pack }: Pick<DiffIndexRow, 'project_id' | 'pack_name'>,
  index: DiffIndex,
  name: string,
): OpenedDiff {
  const reader = async (offset: number, length: number) => {
    const bytes = await storage.getRange(pack, offset, length);
    if (!bytes) throw new GitError('corrupt', 'The pack of a diff index is missing.');
    return bytes;
  };
  const whole = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (!isGitError(error, 'corrupt')) throw error;
      log.warn({ err: error, pack }, 'the lines of a stored comparison are damaged or missing; it is built again');
      // Who reads may be in a transaction that has ended: the next one to open it lets go of it.
      damagedPacks.add(pack);
      await opened.drop(name, diff);
      throw new AppError('comparison_damaged', {}, { cause: error });
    }
  };
  const diff: OpenedDiff = {
    projectId,
    index,
    readPatches: (files) => whole(readIndexFiles(index, reader, files)),
    readPages: (file, from, to) => whole(readIndexPages(index, reader, file, from, to)),
  };
  return diff;
}

/** The build of this comparison that is going on in this process. */
export function findBuild(ctx: Context, key: DiffIndexKey): Build | undefined {
  return building.get(nameOfComparison(ctx, key));
}

/** The comparison, built now if nobody did so yet. Two that ask at once wait for one build. */
export async function openDiff(ctx: Context, key: DiffIndexKey): Promise<OpenedDiff> {
  const found = await findOpenedDiff(ctx, key);
  if (found) return found;
  await (
    await joinBuild(ctx, key)
  ).ended;
  // The first look may share a read that someone began before the index was there; the second one begins after.
  const built = (await findOpenedDiff(ctx, key)) ?? (await findOpenedDiff(ctx, key));
  if (!built) throw new Error('a diff index vanished right after it was built');
  return built;
}

/** Joins whoever builds the index of a comparison that has none, or begins to. Throws rate_limited. */
export async function joinBuild(ctx: Context, key: DiffIndexKey): Promise<Build> {
  if (!findBuild(ctx, key)) await admitBuild(ctx, key);
  return startBuild(ctx, key);
}

/** Builds the index of a comparison that has none, or joins whoever is at it. What nobody asked for is only stored. */
export function startBuild(ctx: Context, key: DiffIndexKey, { isAhead = false } = {}): Build {
  const name = nameOfComparison(ctx, key);
  const running = building.get(name);
  if (running) return running;
  const live = new LiveDiff();
  const build = { live, ended: buildIndex(ctx, key, { live, isAhead }).finally(() => building.delete(name)) };
  // Those who wait are told of a failure; when nobody does, the next one to ask builds again.
  build.ended.catch(() => undefined);
  building.set(name, build);
  return build;
}

/** One pass over one git process; the pack goes to the storage as it is made, the row comes last. */
async function buildIndex(
  ctx: Context,
  key: DiffIndexKey,
  { live, isAhead }: { live: LiveDiff; isAhead: boolean },
): Promise<void> {
  const name = `${storedName(key)}.${randomBytes(6).toString('hex')}`;
  const names = { header: `${name}.head`, pack: `${name}.pack` };
  const noted = noteLeftovers(ctx.db, [names.header, names.pack], leftoversDue(ctx));
  noted.catch(() => undefined);
  const digest = createHash('sha256');
  const pack = new PassThrough({ highWaterMark: 4 * 1_024 * 1_024 });
  const stored = ctx.storage.put(names.pack, pack);
  // Awaited below; until then a failure must not count as unhandled.
  stored.catch(() => undefined);
  try {
    const { index } = await buildDiffIndex(ctx.repositories.directory(key.projectId), {
      base: key.base,
      head: key.head,
      ignoreWhitespace: key.ignoresWhitespace,
      onListed: (files) => live.list(files),
      onFile: (file, patch) => live.add(file, patch),
      isRead: () => live.isRead,
      writeBlock: async (block) => {
        digest.update(block);
        if (!pack.write(block)) await Promise.race([once(pack, 'drain'), stored]);
      },
    });
    // An object is there when it has ended.
    await noted;
    pack.end();
    const header = await encodeDiffIndex(index);
    await Promise.all([stored, ctx.storage.put(names.header, header)]);
    const row = await insertDiffIndex(ctx.db, {
      project_id: key.projectId,
      base_sha: key.base,
      head_sha: key.head,
      ignores_whitespace: key.ignoresWhitespace,
      header_name: names.header,
      pack_name: names.pack,
      pack_digest: digest.digest('hex'),
      files_count: index.totals.files,
      added_lines: index.totals.addedLines,
      removed_lines: index.totals.removedLines,
      size_bytes: header.length + index.packBytes,
      last_used_at: ctx.clock.now(),
    });
    if (row && !isAhead)
      opened.put(nameOfComparison(ctx, key), ctx.clock.now(), openIndex(ctx, row, index, nameOfComparison(ctx, key)));
  } catch (error) {
    pack.destroy();
    throw translateGitError(error);
  }
}

/** Builds the index of a version and notes its numbers down; open pages are told. */
export async function ensureVersionIndex(ctx: Context, version: VersionRow): Promise<void> {
  const row = await findMergeRequestById(ctx.db, version.merge_request_id);
  if (!row || version.state === 'ready' || version.state === 'empty') return;
  try {
    const { index } = await openDiff(ctx, keyOfVersion(row.target_project_id, version));
    const { files, addedLines, removedLines } = index.totals;
    await updateVersion(ctx.db, version.id, {
      state: files === 0 ? 'empty' : 'ready',
      files_count: files,
      added_lines: addedLines,
      removed_lines: removedLines,
    });
  } catch (error) {
    // What git refused comes translated from a build, and as it is from a read.
    if (!isGitError(error) && !(error instanceof AppError)) throw error;
    await updateVersion(ctx.db, version.id, { state: 'failed' });
    throw error;
  }
  await publish(ctx, topicOf(row.id), 'version.ready', { id: row.id, version: version.number });
}
