import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import {
  type FoundReference,
  type ReferenceKind,
  type ResolvedReference,
  scanReferences,
  unescapeHtml,
} from '../../platform/markup/index.ts';
import type { Container, ContainerKind } from '../../projects/index.ts';

/** Where a text stands: what its references mean, and where its files are. */
export type TextScope = Pick<Container, 'kind' | 'id' | 'fullPath'> & {
  /** What it is the text of, as addresses name it (`issues`): a label in it leads to others of the kind. */
  pathName?: string | undefined;
};

/** Where the texts of a project stand. */
export function textScopeOf({ id, full_path: fullPath }: { id: number; full_path: string }): TextScope {
  return { kind: 'project', id, fullPath };
}

export type WantedReference = FoundReference & {
  /** As `ReferenceMap` names it. */
  key: string;
  /** Full path of the project that is meant: the written one, one beside or below the place, or the place itself. */
  projectPath: string | undefined;
};

/** Those of which a summary is shown somewhere. */
export const summarised = <Wanted extends WantedReference>(references: readonly Wanted[]): Wanted[] =>
  references.filter(({ format }) => format === '+s');

/** What git may still be asked for one answer, by all kinds together and whatever projects are meant. */
export type GitBudget = { left: number; asks: number };

/**
 * Finds what references of one kind stand for, all at once, with the reader's rights: what they may not see is left out.
 */
export type ReferenceResolver = (
  ctx: Context,
  references: readonly WantedReference[],
  place: TextScope | null,
  budget: GitBudget,
) => Promise<Map<string, ResolvedReference>>;

const resolvers = new Map<ReferenceKind, ReferenceResolver>();

/** One resolver for each kind. */
export function defineReferenceResolver(kind: ReferenceKind, resolver: ReferenceResolver): Extension {
  return () => {
    resolvers.set(kind, resolver);
  };
}

const PLACEHOLDER = /<gl-ref data-kind="([a-z_]{1,20})" data-ref="([^"<>]*)"(?: data-format="(\+s?)")?/g;
/** Of all texts of an answer; what one may hold is the renderer's budget. */
const MAX_REFERENCES = 2_000;
/** Commits that are looked up in repositories, and how often git is asked which of a repository's may be shown. */
const MAX_COMMITS = 500;
const MAX_ASKS = 20;

/**
 * The references left as placeholders in rendered texts, once each. Where they are too many for one answer each text has as many
 * as another one, and what some do not need is for others: a text full of them leaves nobody else without.
 */
export function referencesIn(htmls: readonly string[], place: TextScope | null): WantedReference[] {
  const found = new Map<string, WantedReference>();
  const summaries = new Set<string>();
  let left = htmls.map((html) => placeholdersIn(html, summaries)).filter((each) => each.length > 0);
  for (let turn = 0; left.length > 0; turn += 1) {
    for (const { [turn]: placeholder } of left) {
      if (placeholder === undefined || found.has(placeholder.key)) continue;
      if (found.size >= MAX_REFERENCES) return [...found.values()];
      const parsed = scanReferences(placeholder.written)[0];
      if (parsed?.kind !== placeholder.kind) continue;
      const { key } = placeholder;
      const format = summaries.has(key) ? '+s' : '';
      found.set(key, { ...parsed, format, key, projectPath: meantProject(parsed.path, place) });
    }
    left = left.filter((each) => each.length > turn + 1);
  }
  return [...found.values()];
}

type Placeholder = { key: string; kind: string; written: string };

/** Each once, in their order; the keys of those that are shown with a summary are added to `summaries`. */
function placeholdersIn(html: string, summaries: Set<string>): Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const [, kind = '', ref = '', format] of html.matchAll(PLACEHOLDER)) {
    const written = unescapeHtml(ref);
    const key = `${kind}:${written}`;
    if (!found.has(key)) found.set(key, { key, kind, written });
    if (format === '+s') summaries.add(key);
  }
  return [...found.values()];
}

/** The same in text that is not rendered: titles, messages of commits. */
export function referencesInText(text: string, place: TextScope | null): WantedReference[] {
  return scanReferences(text)
    .filter(({ kind }) => kind !== 'emoji')
    .slice(0, MAX_REFERENCES)
    .map((found) => wantedAt(found, place));
}

export function wantedAt<Found extends FoundReference>(found: Found, place: TextScope | null): Found & WantedReference {
  return { ...found, key: `${found.kind}:${found.ref}`, projectPath: meantProject(found.path, place) };
}

type Meaning = { own: string | undefined; folder: string };

/** A single word is the project of this name in the same group; without one the project is meant, which a group is not. */
const MEANINGS: Record<ContainerKind, (fullPath: string) => Meaning> = {
  project: (fullPath) => ({ own: fullPath, folder: fullPath.slice(0, fullPath.lastIndexOf('/')) }),
  group: (fullPath) => ({ own: undefined, folder: fullPath }),
};

/** The project that references without a path mean here. */
export function implicitProject({ kind, fullPath }: TextScope): string | undefined {
  return MEANINGS[kind](fullPath).own;
}

function meantProject(path: string | undefined, place: TextScope | null): string | undefined {
  if (path === undefined) return place ? implicitProject(place) : undefined;
  if (path.includes('/') || !place) return path;
  return `${MEANINGS[place.kind](place.fullPath).folder}/${path}`;
}

/** One map for one reader, over all given texts: a constant number of queries, however many notes there are. */
export function resolveReferences(
  ctx: Context,
  htmls: readonly string[],
  place: TextScope | null,
): Promise<Map<string, ResolvedReference>> {
  return resolveWanted(ctx, referencesIn(htmls, place), place);
}

export async function resolveWanted(
  ctx: Context,
  wanted: readonly WantedReference[],
  place: TextScope | null,
): Promise<Map<string, ResolvedReference>> {
  const resolved = new Map<string, ResolvedReference>();
  const budget: GitBudget = { left: MAX_COMMITS, asks: MAX_ASKS };
  for (const [kind, references] of Map.groupBy(wanted, (reference) => reference.kind)) {
    const resolver = resolvers.get(kind);
    if (!resolver) continue;
    for (const [key, value] of await resolver(ctx, references, place, budget)) resolved.set(key, value);
  }
  return resolved;
}
