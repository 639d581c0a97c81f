import type { Context } from '../../platform/context.ts';
import {
  type FoundReference,
  type ReferenceKind,
  type ResolvedReference,
  scanReferences,
  unescapeHtml,
} from '../../platform/markup/index.ts';

/** Where a text stands: references without a path mean this project (or group). */
export type TextPlace = { projectId: number; projectPath: string };

export type WantedReference = FoundReference & {
  /** As `ReferenceMap` names it. */
  key: string;
  /** Full path of the project that is meant: the written one, its sibling, or the place itself. */
  projectPath: string | undefined;
};

/**
 * Finds what references of one kind stand for, all at once, with the reader's rights: what they may not see is left out.
 */
export type ReferenceResolver = (
  ctx: Context,
  references: readonly WantedReference[],
  place: TextPlace | null,
) => Promise<Map<string, ResolvedReference>>;

const resolvers = new Map<ReferenceKind, ReferenceResolver>();

/** Call at module load; one resolver for each kind. */
export function defineReferenceResolver(kind: ReferenceKind, resolver: ReferenceResolver): void {
  resolvers.set(kind, resolver);
}

const PLACEHOLDER = /<gl-ref data-kind="([a-z_]{1,20})" data-ref="([^"<>]*)"/g;
const MAX_REFERENCES = 2_000;

/** The references left as placeholders in rendered texts, once each. */
export function referencesIn(htmls: readonly string[], place: TextPlace | null): WantedReference[] {
  const found = new Map<string, WantedReference>();
  for (const html of htmls) {
    for (const match of html.matchAll(PLACEHOLDER)) {
      const written = unescapeHtml(match[2] ?? '');
      const key = `${match[1]}:${written}`;
      if (found.has(key) || found.size >= MAX_REFERENCES) continue;
      const parsed = scanReferences(written)[0];
      if (parsed && parsed.kind === match[1]) {
        found.set(key, { ...parsed, key, projectPath: meantProject(parsed.path, place) });
      }
    }
  }
  return [...found.values()];
}

/** The same in text that is not rendered: titles, messages of commits. */
export function referencesInText(text: string, place: TextPlace | null): WantedReference[] {
  return scanReferences(text)
    .filter(({ kind }) => kind !== 'emoji')
    .slice(0, MAX_REFERENCES)
    .map((found) => wantedAt(found, place));
}

export function wantedAt<Found extends FoundReference>(found: Found, place: TextPlace | null): Found & WantedReference {
  return { ...found, key: `${found.kind}:${found.ref}`, projectPath: meantProject(found.path, place) };
}

/** A single word may be a sibling of the place's project. */
function meantProject(path: string | undefined, place: TextPlace | null): string | undefined {
  if (path === undefined) return place?.projectPath;
  if (path.includes('/') || !place) return path;
  const cut = place.projectPath.lastIndexOf('/');
  return `${place.projectPath.slice(0, cut)}/${path}`;
}

/** One map for one reader, over all given texts: a constant number of queries, however many notes there are. */
export function resolveReferences(
  ctx: Context,
  htmls: readonly string[],
  place: TextPlace | null,
): Promise<Map<string, ResolvedReference>> {
  return resolveWanted(ctx, referencesIn(htmls, place), place);
}

export async function resolveWanted(
  ctx: Context,
  wanted: readonly WantedReference[],
  place: TextPlace | null,
): Promise<Map<string, ResolvedReference>> {
  const resolved = new Map<string, ResolvedReference>();
  for (const [kind, references] of Map.groupBy(wanted, (reference) => reference.kind)) {
    const resolver = resolvers.get(kind);
    if (!resolver) continue;
    for (const [key, value] of await resolver(ctx, references, place)) resolved.set(key, value);
  }
  return resolved;
}
