import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type GitStream, streamFormatPatch, streamRawDiff } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { DiffIndexRow } from '../../store/diff-indexes.ts';
import type { ComparedRange } from '../diff-range.ts';
import { findUsedIndex, storedName } from '../ensure-index.ts';
import { cachedBytes } from '../cached-response.ts';

/** `diff` applies with `git apply`, `patch` with `git am`. */
export type TextKind = 'diff' | 'patch';

export type DiffText = {
  /** Of the text, known without reading it. */
  etag: string;
  /** Compressed when it was kept, else as git tells it. */
  open: () => Promise<{ gzipped: Buffer } | { text: Readable }>;
};

/** A longer text is made again each time. */
const MAX_KEPT_BYTES = 32 * 1_024 * 1_024;
const KINDS: readonly TextKind[] = ['diff', 'patch'];

/** The objects that may have been kept beside an index whose header has this name. */
export function textNames(headerName: string): string[] {
  return KINDS.map((kind) => textName(headerName, kind));
}

function textName(headerName: string, kind: TextKind): string {
  return headerName.replace(/\.head$/, `.${kind}.gz`);
}

/** The whole comparison as text. Between two commits it never changes: the first reader has it made, it is kept for the others. */
export function diffText(ctx: Context, range: ComparedRange, kind: TextKind): DiffText {
  const { projectId, base, head } = range.key;
  const key = { ...range.key, ignoresWhitespace: false };
  const name = `${storedName(key)}.${kind}.gz`;
  const etag = `W/"t-${createHash('sha1').update(name).digest('base64url')}"`;
  return {
    etag,
    async open() {
      // Kept texts go when the index beside them does, so there must be one.
      let index: DiffIndexRow | undefined;
      const gzipped = await cachedBytes(ctx, name, async () => {
        index = await findUsedIndex(ctx, key);
        return index && ctx.storage.get(textName(index.header_name, kind));
      });
      if (gzipped) return { gzipped };
      const repo = ctx.repositories.directory(projectId);
      const git = kind === 'diff' ? streamRawDiff(repo, { from: base, to: head }) : streamFormatPatch(repo, base, head);
      return { text: index ? keepAside(ctx, git, textName(index.header_name, kind)) : watched(ctx, git) };
    },
  };
}

/** A reader that goes away stops git; a failure of git ends the text. */
function watched(ctx: Context, git: GitStream): Readable {
  git.stdout.once('close', () => git.kill());
  git.finished.catch((error: unknown) => {
    ctx.log.info({ err: error }, 'a diff download ended early');
    git.stdout.destroy();
  });
  return git.stdout;
}

/** Sends the text on and keeps a compressed copy, which only counts when git ended well and it is not too long. */
function keepAside(ctx: Context, git: GitStream, name: string): Readable {
  const reader = new PassThrough();
  const copy = limited(MAX_KEPT_BYTES);
  const packed = copy.pipe(createGzip({ level: 5 }));
  const stop = (error: Error) => {
    copy.destroy(error);
    packed.destroy(error);
  };
  copy.once('error', (error) => packed.destroy(error));
  packed.on('error', () => undefined);
  // A copy that can't be stored must not hold the text up.
  packed.once('close', () => copy.destroy());
  const kept = ctx.storage.put(name, packed);
  kept.catch((error: unknown) => ctx.log.debug({ err: error }, 'the text of a diff was not kept'));
  git.stdout.pipe(reader);
  git.stdout.pipe(copy, { end: false });
  // What is left of the text is not worth making for the copy alone.
  reader.once('close', () => {
    if (!reader.readableEnded) git.kill();
  });
  git.finished.then(
    () => copy.end(),
    (error: unknown) => {
      ctx.log.info({ err: error }, 'a diff download ended early');
      stop(error instanceof Error ? error : new Error('git failed'));
      reader.destroy();
    },
  );
  return reader;
}

function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error('the text is too long to be kept'));
      else done(null, chunk);
    },
  });
}
