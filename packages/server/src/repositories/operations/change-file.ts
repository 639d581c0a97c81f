import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { CommitActionInput } from '@tributary/contract/projects/repository-inputs.ts';
import type { FileAction } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { createCommit } from './create-commit.ts';

type FileChange = {
  action: 'create' | 'update' | 'delete';
  file_path: string;
  branch: string;
  commit_message: string;
  start_branch?: string | undefined;
  author_name?: string | undefined;
  author_email?: string | undefined;
  content?: string | undefined;
  encoding?: 'text' | 'base64' | undefined;
  last_commit_id?: string | undefined;
  execute_filemode?: boolean | undefined;
};

/** One file in one commit, as the files API has it. */
export async function changeFile(
  ctx: Context,
  projectId: number,
  change: FileChange,
): Promise<{ file_path: string; branch: string }> {
  const { action, file_path, content, encoding, last_commit_id, execute_filemode } = change;
  await createCommit(ctx, {
    projectId,
    branch: change.branch,
    startBranch: change.start_branch,
    message: change.commit_message,
    author: { name: change.author_name, email: change.author_email },
    actions: [
      toFileAction({ action, file_path, content, encoding: encoding ?? 'text', last_commit_id, execute_filemode }),
    ],
  });
  return { file_path, branch: change.branch };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** What a client sent about one file, with its bytes. */
export function toFileAction(input: CommitActionInput): FileAction {
  return {
    action: input.action,
    path: input.file_path,
    previousPath: input.previous_path,
    content: contentOf(input),
    executable: input.execute_filemode,
    lastCommitId: input.last_commit_id ?? undefined,
  };
}

function contentOf(input: CommitActionInput): Buffer | undefined {
  if (input.content === undefined || input.content === null) {
    // Clients leave it out to mean an empty new file.
    return input.action === 'create' ? Buffer.alloc(0) : undefined;
  }
  if (input.encoding === 'text') return Buffer.from(input.content, 'utf8');
  const text = input.content.replaceAll(/\s/g, '');
  if (!BASE64.test(text)) throw new AppError('file_encoding_invalid', { path: input.file_path });
  return Buffer.from(text, 'base64');
}
