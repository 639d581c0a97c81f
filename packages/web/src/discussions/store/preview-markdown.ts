import type { MarkdownPreviewAnswer } from '@tributary/contract/discussions/page.ts';
import { api } from '../../lib/http.ts';

/** Where a comment is being written, so that its suggestions can be shown as changes. */
export type PreviewTarget = {
  target_type: string;
  target_id: number;
  line: number;
  file_path: string;
  head_sha: string;
};

export function previewMarkdown(
  path: string,
  text: string,
  signal?: AbortSignal,
  place?: PreviewTarget,
): Promise<MarkdownPreviewAnswer> {
  const body = { text, ...(place && { ...place, preview_suggestions: true }) };
  return api.post<MarkdownPreviewAnswer>(path, { body, ...(signal && { signal }) });
}
