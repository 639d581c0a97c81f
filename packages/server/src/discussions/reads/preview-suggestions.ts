import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import type { Context } from '../../platform/context.ts';
import type { Container } from '../../projects/index.ts';
import { noteableNamed } from '../noteable.ts';
import { findTarget } from './preview-commands.ts';

type Asked = {
  text: string;
  target_type?: string | undefined;
  target_id?: number | undefined;
  preview_suggestions?: boolean | undefined;
  line?: number | undefined;
  file_path?: string | undefined;
  head_sha?: string | undefined;
};

/** What the suggestions of a text being written would change; nothing where they would be plain blocks. */
export async function previewSuggestions(
  ctx: Context,
  place: Container,
  asked: Asked,
): Promise<PageSuggestionPreview[]> {
  const { target_type: type, target_id: id, line, file_path: path, head_sha: headSha } = asked;
  if (!asked.preview_suggestions || !type || !id || !line || !path || !headSha) return [];
  const descriptor = noteableNamed(type, place);
  if (!descriptor.previewSuggestions) return [];
  const noteable = await findTarget(ctx, place, asked);
  if (!noteable) throw new AppError('not_found', { resource: 'Noteable' });
  return descriptor.previewSuggestions(ctx, noteable, asked.text, { headSha, path, line });
}
