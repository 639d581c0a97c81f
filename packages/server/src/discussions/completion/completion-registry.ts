import type { Extension } from '../../platform/extensions.ts';
import type { CompletionEntry } from '@tributary/contract/discussions/completion.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { NamespaceAccess, ProjectAccess } from '../../projects/index.ts';
import type { Noteable } from '../noteable.ts';

export type CompletionRequest = {
  access: ProjectAccess;
  /** What was typed behind the sign. */
  query: string;
  limit: number;
  /** The thing the text is written on; undefined for one that is not there yet. */
  noteable: Noteable | undefined;
};

export type GroupCompletionRequest = Omit<CompletionRequest, 'access'> & { access: NamespaceAccess };

/** One kind of things that can be named in a text of a project. */
export type CompletionSource = {
  /** As its address names it: `issues`. */
  name: string;
  /** The best first, and nothing that the actor may not see. */
  find: (ctx: Context, request: CompletionRequest) => Promise<CompletionEntry[]>;
  /** The same for a text of a group; left out for what has a name only in a project. */
  findInGroup?: (ctx: Context, request: GroupCompletionRequest) => Promise<CompletionEntry[]>;
};

const sources = new Map<string, CompletionSource>();

/** Lets a kind of thing be completed while texts are written. */
export function defineCompletionSource(source: CompletionSource): Extension {
  return () => {
    sources.set(source.name, source);
  };
}

export function getCompletionSource(name: string): CompletionSource {
  const found = sources.get(name);
  if (!found) throw new AppError('not_found', { resource: 'Source' });
  return found;
}
