import type { Readable } from 'node:stream';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { baseName, blobInfo, displayPath, encodingAt, findEntry, readBlob, streamBlob } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { decodeText } from '../views/decode-text.ts';
import { imageTypeOf, isSvg } from '../rules/file-kinds.ts';
import { contentDisposition } from '../rules/content-disposition.ts';
import { assertVisibleObject, getRefAndPath, getRevision } from '../visible-objects.ts';

export type RawFile = { headers: Record<string, string>; body: Buffer | Readable; oid: string; sizeBytes: number };

export type RawRequest = {
  /** As a download, whatever it is. */
  asAttachment: boolean;
  /** What the browser wants it for (`Sec-Fetch-Dest`): an SVG is sent as an image only into an `<img>`. */
  destination: string | undefined;
};

/** Smaller files come through the kept-open reader; larger ones are streamed. */
const STREAM_OVER_BYTES = 1024 * 1024;

/** The file of a page address `<ref>/<path>`. */
export async function loadRawByAddress(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
  request: RawRequest,
): Promise<RawFile> {
  const { rev, path } = await getRefAndPath(ctx, access, refAndPath);
  return loadRaw(ctx, access, rev.commitSha, path, request);
}

/** The file at a ref, for the API. */
export async function loadRawAt(
  ctx: Context,
  access: ProjectAccess,
  at: { ref: string; path: string },
  request: RawRequest,
): Promise<RawFile> {
  const rev = await getRevision(ctx, access, at.ref, 'Commit');
  return loadRaw(ctx, access, rev.commitSha, at.path, request);
}

async function loadRaw(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  path: string,
  request: RawRequest,
): Promise<RawFile> {
  const repo = repositoryOf(ctx, access);
  const entry = await findEntry(repo, sha, path);
  if (entry?.type !== 'blob') throw new AppError('not_found', { resource: 'File' });
  return loadRawBlob(repo, entry.oid, displayPath(baseName(path)), request, {
    sha,
    path,
    isSymlink: entry.mode === '120000',
  });
}

/** Bytes of a blob that was found to be visible, and where it is, if that is known. A symlink gives its text. */
export async function loadRawBlob(
  repo: string,
  oid: string,
  name: string,
  request: RawRequest,
  at?: { sha: string; path: string; isSymlink: boolean },
): Promise<RawFile> {
  const info = await blobInfo(repo, oid);
  if (!info) throw new AppError('not_found', { resource: 'Blob' });
  const isLarge = info.size > STREAM_OVER_BYTES;
  const content = isLarge ? undefined : await readBlob(repo, oid, { maxBytes: STREAM_OVER_BYTES });
  const encoding = content && at && (await encodingAt(repo, at.sha, at.path, content));
  const type = at?.isSymlink ? 'text/plain; charset=utf-8' : typeFor(name, content, request, encoding);
  const isAttachment = request.asAttachment || type === 'application/octet-stream';
  return {
    oid,
    sizeBytes: info.size,
    body: content ?? streamBlob(repo, oid).stdout,
    headers: {
      'content-type': type,
      'content-length': String(info.size),
      'content-disposition': contentDisposition(isAttachment ? 'attachment' : 'inline', name),
      // What users put into repositories never runs here, however it is opened.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'private, max-age=0, must-revalidate',
      etag: `"${oid}"`,
      vary: 'Sec-Fetch-Dest',
    },
  };
}

function typeFor(
  name: string,
  content: Buffer | undefined,
  request: RawRequest,
  encoding: string | null | undefined,
): string {
  const image = imageTypeOf(name);
  if (image !== undefined && !isSvg(name)) return image;
  if (image !== undefined && request.destination === 'image') return image;
  // A large file is not looked at: text and download differ only in what the browser does with it.
  const decoded = content && decodeText(content, encoding);
  if (!decoded) return 'application/octet-stream';
  return `text/plain; charset=${decoded.encoding}`;
}

/** A blob by its id, for the API: always a download, since its name is not known. */
export async function loadRawOfBlob(ctx: Context, access: ProjectAccess, oid: string): Promise<RawFile> {
  if (!/^[0-9a-f]{40}$/.test(oid)) throw new AppError('not_found', { resource: 'Blob' });
  const repo = repositoryOf(ctx, access);
  if (!(await blobInfo(repo, oid))) throw new AppError('not_found', { resource: 'Blob' });
  await assertVisibleObject(ctx, access, oid);
  return loadRawBlob(repo, oid, oid, { asAttachment: true, destination: undefined });
}
