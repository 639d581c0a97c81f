import { type FileComments, useCommentsOn } from '../../discussions/lines/line-comments.ts';
import { useChanges } from './changes-context.ts';

export function useFileComments(fileHash: string): FileComments {
  return useCommentsOn(useChanges().comments, fileHash);
}
