import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { locateReferences } from '../../platform/markup/index.ts';
import { columnsOf, isSameContainer, type Container } from '../../projects/index.ts';
import { resolveWanted, wantedAt } from '../markdown/reference-registry.ts';
import { MAX_NOTE_CHARS } from '../rules/note-text.ts';
import { findUpload } from '../store/uploads.ts';
import { type CopiedBytes, copyBytes, nameCopy } from './copy-upload.ts';

/** In the transaction that the text is written in. */
export type CarryText = (ctx: Context, text: string) => Promise<string>;

/** As users write them; an address that names its project leads there from anywhere. */
const UPLOAD = /(?<![\w./%-])(\/?uploads\/)([0-9a-f]{32})(?=\/)/g;

/**
 * Lets texts of one project be written in another so that they mean the same: `#5` becomes `group/app#5`, and the files they
 * link to are copied. What the actor may not see stays as it was written, so that nothing is learned by it.
 *
 * The bytes of the files in `ahead` are copied before `work` begins, so that nobody waits for them at a row that it holds: it
 * opens the transaction, and hands its context to `carry`. Files of texts that came since are copied on the way. When the work
 * fails, the copies go; what a crash or an unknown outcome leaves is swept up later (`sweep-uploads.ts`).
 */
export async function carryingTexts<T>(
  ctx: Context,
  { from, to, ahead }: { from: Container; to: Container; ahead: AsyncIterable<string> },
  work: (carry: CarryText) => Promise<T>,
): Promise<T> {
  if (isSameContainer(from, to)) return work(async (_inner, text) => text);
  const written: string[] = [];
  /** By the secret of the first: its copy, or undefined when there is no such file here. */
  const copies = new Map<string, CopiedBytes | undefined>();
  const named = new Set<string>();
  const copyFilesOf = async (inner: Context, text: string) => {
    for (const [, , secret = ''] of text.matchAll(UPLOAD)) {
      if (copies.has(secret)) continue;
      const file = await findUpload(inner.db, columnsOf(from), secret);
      copies.set(secret, file && (await copyBytes(inner, file, to, (name) => written.push(name))));
    }
  };
  const carry: CarryText = async (inner, text) => {
    await copyFilesOf(inner, text);
    for (const [, , secret = ''] of text.matchAll(UPLOAD)) {
      const copy = copies.get(secret);
      if (!copy || named.has(secret)) continue;
      named.add(secret);
      await nameCopy(inner, copy, to);
    }
    const full = await withFullReferences(inner, from, text);
    const withNewFiles = (before: string) =>
      before.replaceAll(
        UPLOAD,
        (_whole, folder: string, secret: string) => folder + (copies.get(secret)?.secret ?? secret),
      );
    // Names may take more room than there is; secrets are all of one length.
    return withNewFiles(full.length > MAX_NOTE_CHARS ? text : full);
  };
  try {
    for await (const text of ahead) await copyFilesOf(ctx, text);
    return await work(carry);
  } catch (error) {
    // They may be named after all.
    if (error instanceof AppError && error.code === 'outcome_unknown') throw error;
    for (const name of written) await ctx.storage.delete(name);
    throw error;
  }
}

async function withFullReferences(ctx: Context, place: Container, text: string): Promise<string> {
  const wanted = (await locateReferences(text))
    .filter(({ path }) => !path?.includes('/'))
    .map((found) => wantedAt(found, place));
  const resolved = await resolveWanted(ctx, wanted, place);
  let full = '';
  let from = 0;
  for (const { key, kind, start, sign, path, projectPath = '' } of wanted.toSorted((a, b) => a.start - b.start)) {
    if (!resolved.has(key)) continue;
    const isCommit = kind === 'commit' || kind === 'commit_range';
    full += text.slice(from, start) + projectPath + (isCommit && path === undefined ? '@' : '');
    from = sign;
  }
  return full + text.slice(from);
}
