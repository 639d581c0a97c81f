import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { AppError } from '../../lib/app-error.ts';
import { formatBytes } from '../../lib/format.ts';
import type { CommitTarget, FileAction } from '../commands.ts';
import { joinPath } from '../model/path-key.ts';
import { sendWithProgress } from '../../lib/send-with-progress.ts';

/** Several files go in one JSON body, whose text is a third longer than the files. */
const MAX_TOGETHER_BYTES = 20 * 1024 * 1024;

function toBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    const url = typeof reader.result === 'string' ? reader.result : '';
    resolve(url.slice(url.indexOf(',') + 1));
  });
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
  reader.readAsDataURL(file);
  return promise;
}

/** Its bytes as base64. Throws `AppError`. */
export async function readFile(file: File): Promise<string> {
  try {
    return await toBase64(file);
  } catch (error) {
    const message = `${file.name} could not be read. It might have been moved, or it might be a folder.`;
    throw new AppError({ status: 0, code: 'file_unreadable', message, cause: error });
  }
}

export type Upload = {
  form: CommitForm;
  target: CommitTarget;
  files: readonly File[];
  mode: { type: 'upload' } | { type: 'replace' | 'delete'; path: string; lastCommitId: string | null };
  directory: string;
  onProgress: (share: number) => void;
};

async function sendOne(upload: Upload, file: File): Promise<void> {
  const { form, target, mode, directory } = upload;
  const body = new FormData();
  body.set('branch', target.branch);
  if (target.startBranch !== null) body.set('start_branch', target.startBranch);
  body.set('commit_message', target.message);
  body.set('file_path', mode.type === 'upload' ? joinPath(directory, file.name) : mode.path);
  if (mode.type !== 'upload' && mode.lastCommitId !== null) body.set('last_commit_id', mode.lastCommitId);
  // The file comes last, so that the server knows where it goes before its bytes arrive.
  body.set('file', file);
  await sendWithProgress(form.uploadPath, body, upload.onProgress);
}

/** All files in one commit. Throws `AppError`. */
export async function uploadFiles(upload: Upload): Promise<void> {
  const { form, target, files, directory } = upload;
  const [first, ...others] = files;
  if (first === undefined) return;
  if (others.length === 0) return sendOne(upload, first);
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  if (totalBytes > MAX_TOGETHER_BYTES) {
    const message = `The limit for several files is ${formatBytes(MAX_TOGETHER_BYTES)}. Upload fewer files at once.`;
    throw new AppError({ status: 0, code: 'too_large', message });
  }
  const actions = await Promise.all(
    files.map(async (file): Promise<FileAction> => ({
      action: 'create',
      file_path: joinPath(directory, file.name),
      content: await readFile(file),
      encoding: 'base64',
    })),
  );
  const body = JSON.stringify({
    branch: target.branch,
    ...(target.startBranch !== null && { start_branch: target.startBranch }),
    commit_message: target.message,
    actions,
    stats: false,
  });
  await sendWithProgress(form.commitsPath, body, upload.onProgress);
}
