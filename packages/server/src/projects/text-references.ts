import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import { redactReferences } from '../platform/markup/index.ts';

type Place = { projectId: number; projectPath: string };
/** Turns the references of rendered Markdown into links to what this reader may see. */
type TextReferences = (ctx: Context, place: Place | null, html: string) => Promise<string>;

let provider: TextReferences | undefined;

/** Given by the slice that owns references; without it they stay as they were written. */
export function defineTextReferences(show: TextReferences): Extension {
  return () => {
    provider = show;
  };
}

/** Without a place only references that name theirs mean something. */
export async function showReferences(ctx: Context, place: Place | null, html: string): Promise<string> {
  return provider ? provider(ctx, place, html) : redactReferences(html, new Map());
}
