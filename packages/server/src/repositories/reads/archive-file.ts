import type { Readable } from 'node:stream';
import type { ArchiveFormat } from '@tributary/contract/projects/repository-paths.ts';
import { ARCHIVE_FORMATS } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { archive, isGitError } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { contentDisposition } from '../rules/content-disposition.ts';
import { getRevision } from '../visible-objects.ts';

export type ArchiveFile = { headers: Record<string, string>; body: Readable };

const TYPES: Record<ArchiveFormat, string> = {
  zip: 'application/zip',
  tar: 'application/x-tar',
  'tar.gz': 'application/gzip',
  'tar.bz2': 'application/x-bzip2',
};

const SPELLINGS: Record<string, ArchiveFormat> = {
  tgz: 'tar.gz',
  gz: 'tar.gz',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
};

export function parseArchiveFormat(text: string): ArchiveFormat {
  const format = ARCHIVE_FORMATS.find((each) => each === text) ?? SPELLINGS[text];
  if (!format) throw new AppError('archive_not_available', { format: text });
  return format;
}

/** The format at the end of a file name such as `tool-1.0.tar.gz`. */
export function formatOfName(name: string): ArchiveFormat {
  const known = ARCHIVE_FORMATS.toSorted((a, b) => b.length - a.length).find((format) => name.endsWith(`.${format}`));
  return known ?? parseArchiveFormat(name.split('.').at(-1) ?? '');
}

/** A stream of everything (or of one path) at a ref. */
export async function loadArchive(
  ctx: Context,
  access: ProjectAccess,
  wanted: { ref: string; format: ArchiveFormat; path?: string | undefined },
): Promise<ArchiveFile> {
  const repo = repositoryOf(ctx, access);
  const rev = await getRevision(ctx, access, wanted.ref, 'File');
  const prefix = `${access.project.path}-${rev.name.replaceAll('/', '-')}`;
  try {
    const stream = archive(repo, {
      rev: rev.commitSha,
      format: wanted.format,
      prefix,
      ...(wanted.path !== undefined && wanted.path !== '' && { paths: [wanted.path] }),
    });
    return {
      body: stream.stdout,
      headers: {
        'content-type': TYPES[wanted.format],
        'content-disposition': contentDisposition('attachment', `${prefix}.${wanted.format}`),
        'cache-control': 'private, max-age=0, must-revalidate',
      },
    };
  } catch (error) {
    if (isGitError(error, 'rejected'))
      throw new AppError('archive_not_available', { format: wanted.format }, { cause: error });
    throw error;
  }
}
