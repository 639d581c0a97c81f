import { createHash } from 'node:crypto';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { renderMarkdown } from '../../platform/markup/index.ts';
import { type ProjectAccess, showReferences } from '../../projects/index.ts';

/** All kept renderings together, and the longest that is kept. UTF-16 units. */
const MAX_KEPT_CHARS = 8_000_000;
const MAX_ONE_CHARS = 1_000_000;

/** Renderings in which references are still placeholders, by what they were made of; the least recently used go first. */
const kept = new Map<string, string>();
let keptChars = 0;

/**
 * Markdown of a file: relative links and images lead into the repository at the same ref. The rendering is kept for
 * everyone; what it refers to is looked up for each reader.
 */
export async function renderFile(
  ctx: Context,
  access: ProjectAccess,
  refName: string,
  directory: string,
  text: string,
): Promise<string> {
  const { id: projectId, full_path: projectPath } = access.project;
  const key = createHash('sha256')
    .update(JSON.stringify([projectPath, refName, directory, text]))
    .digest('base64');
  const html = recall(key) ?? (await render(ctx, { projectPath, refName, directory, text }, key));
  return showReferences(ctx, { projectId, projectPath }, html);
}

type File = { projectPath: string; refName: string; directory: string; text: string };

async function render(ctx: Context, file: File, key: string): Promise<string> {
  const { html, plainReason } = await renderMarkdown(file.text, {
    projectPath: file.projectPath,
    ref: file.refName,
    basePath: file.directory,
    linkRoot: repositoryPaths.project(file.projectPath),
    instanceUrl: new URL(ctx.config.url).origin,
  });
  // What could not be rendered now may be another time.
  const mayPass = plainReason === 'unavailable' || plainReason === 'failed';
  if (!mayPass && html.length <= MAX_ONE_CHARS) keep(key, html);
  return html;
}

function recall(key: string): string | undefined {
  const html = kept.get(key);
  if (html === undefined) return undefined;
  kept.delete(key);
  kept.set(key, html);
  return html;
}

function keep(key: string, html: string): void {
  if (kept.has(key)) return;
  kept.set(key, html);
  keptChars += html.length;
  for (const [oldest, text] of kept) {
    if (keptChars <= MAX_KEPT_CHARS) return;
    kept.delete(oldest);
    keptChars -= text.length;
  }
}
