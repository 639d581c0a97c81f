import type { Context } from '../../platform/context.ts';
import { locateReferences } from '../../platform/markup/index.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { resolveWanted, wantedAt } from '../markdown/reference-registry.ts';
import { MAX_NOTE_CHARS } from '../rules/note-text.ts';
import { findUpload } from '../store/uploads.ts';
import { homeKey } from '../upload-home.ts';
import { copyUpload } from './copy-upload.ts';

export type CarryText = (text: string) => Promise<string>;

/** As people write them; an address that names its project leads there from anywhere. */
const UPLOAD = /(?<![\w./%-])(\/?uploads\/)([0-9a-f]{32})(?=\/)/g;

/**
 * Lets texts of one project be written in another so that they mean the same: `#5` becomes `group/app#5`, and the files they
 * link to are copied. What the actor may not see stays as it was written, so that nothing is learned by it. When the work
 * fails, the bytes of the copies go.
 */
export async function carryingTexts<T>(
  ctx: Context,
  from: ProjectAccess,
  to: ProjectAccess,
  work: (carry: CarryText) => Promise<T>,
): Promise<T> {
  if (from.project.id === to.project.id) return work(async (text) => text);
  /** By the secret of the first: the new one, or the same when there is no such file here. */
  const secrets = new Map<string, string>();
  const written: string[] = [];
  const carry = async (text: string) => {
    for (const [, , secret = ''] of text.matchAll(UPLOAD)) {
      if (secrets.has(secret)) continue;
      const file = await findUpload(ctx.db, homeKey(from), secret);
      const copy = file && (await copyUpload(ctx, file, to, (name) => written.push(name)));
      secrets.set(secret, copy?.secret ?? secret);
    }
    const full = await withFullReferences(ctx, from, text);
    const withNewFiles = (before: string) =>
      before.replaceAll(UPLOAD, (_whole, folder: string, secret: string) => folder + (secrets.get(secret) ?? secret));
    // Names may take more room than there is; secrets are all of one length.
    return withNewFiles(full.length > MAX_NOTE_CHARS ? text : full);
  };
  try {
    return await work(carry);
  } catch (error) {
    for (const name of written) await ctx.storage.delete(name);
    throw error;
  }
}

async function withFullReferences(ctx: Context, { project }: ProjectAccess, text: string): Promise<string> {
  const place = { projectId: project.id, projectPath: project.full_path };
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
