import type { Extension } from '../platform/extensions.ts';
import type {
  DiffPosition,
  PageDiffLine,
  PageSuggestion,
  PageSuggestionPreview,
} from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import type { ReferenceKind } from '../platform/markup/index.ts';
import type { PolicySubject } from '../platform/policy/policy.ts';
import type { Container, ContainerKind } from '../projects/index.ts';
import type { DiscussionRow, TracedPosition } from './store/discussions.ts';

/** Something that can be talked about, as one actor meets it. Only loaded when the actor may read it. */
export type Noteable = {
  type: string;
  id: number;
  /** Number inside its place; null for things that have none. */
  iid: number | null;
  /** The project or group it lives in. */
  place: Container;
  /** For `read_notes`, `create_note`: feature, lock and archive state of the thing itself. */
  policy: PolicySubject;
  authorId: number | null;
  title: string;
  /** Path of its page. */
  path: string;
  /** `group/project!12`. */
  reference: string;
  /** Realtime topic its notes are announced on. */
  topic: string;
  /** Head that is being reviewed, for things that have one. */
  headSha: string | null;
  /** Only some of those who see its place see it. */
  isConfidential?: boolean;
  /** For a commit its own id: what is said stays with it. */
  commitSha?: string;
  /** For commands of the text that it was made with: they set what may be set of a new one. */
  isNew?: boolean;
};

/** The thing as its reader met it: what commands merge or agree to is the head that was looked at. */
export function asSeen(noteable: Noteable, headSha: string | null | undefined): Noteable {
  return headSha ? { ...noteable, headSha } : noteable;
}

/** How it is referred to in its own place: `!12`. */
export function shortReference({ reference, place }: Pick<Noteable, 'reference' | 'place'>): string {
  return reference.slice(place.fullPath.length);
}

/** What a diff note's place turned out to be. */
export type ResolvedPosition = {
  position: DiffPosition;
  lineCode: string | null;
  /** The lines around it, kept so that the thread can be shown when they are gone. */
  snapshot: PageDiffLine[] | null;
  /** Where that is in the newest version, when it was given in another one. */
  current: TracedPosition | null;
};

/** Confirms that a position's commits and line belong to the thing; fails with `position_invalid`. */
export type PositionResolver = (position: DiffPosition) => Promise<ResolvedPosition>;

/** Lines proposed by a note, as one reader meets them. */
export type NoteSuggestion = Omit<PageSuggestion, 'current_user'> & {
  from_content: string;
  to_content: string;
  canApply: boolean;
};

export type NoteableDescriptor = {
  /** As the REST endpoint names it: `MergeRequest`. */
  type: string;
  /** As addresses name it: `merge_requests`; in the singular (`merge_request`) in `target_type`. */
  pathName: string;
  /** As addresses of pages name it, where that differs. */
  pagePathName?: string;
  /** In which places there are such things: below which addresses they are talked about. */
  livesIn: ContainerKind;
  /** Threads can be resolved. */
  isResolvable: boolean;
  /** Internal notes are possible. */
  allowsInternal: boolean;
  /** It can be reacted to itself, beside its notes. */
  takesAwards: boolean;
  /** It is open or closed, and PUT to its page with `state_event` changes that. */
  canBeClosed?: true;
  /** Comments on it can be pending until a review is submitted. */
  hasDrafts?: true;
  /** There are change marks for it, so that what was read of it is believed while its mark stands. */
  hasMarks: boolean;
  /**
   * By number inside the place, or by id (then the place must be the given one). Asked only for places in which it lives.
   * Undefined: not there or not to be seen.
   */
  find: (ctx: Context, place: Container, key: { iid: number } | { id: number }) => Promise<Noteable | undefined>;
  /** For things that addresses name by a text instead of a number. Undefined as with `find`. */
  findNamed?: (ctx: Context, place: Container, name: string) => Promise<Noteable | undefined>;
  /** For things without a number that clients know: by what names them in the whole instance. Undefined as with `find`. */
  findByKey?: (ctx: Context, key: string) => Promise<Noteable | undefined>;
  /** Stores what is talked about for the first time, in the transaction of a note. Must bear repetition. */
  prepare?: (ctx: Context, noteable: Noteable) => Promise<void>;
  /** By id alone, for jobs, events and realtime. */
  findById: (ctx: Context, id: number) => Promise<Noteable | undefined>;
  /**
   * As the database knows it, for lists whose condition is kept there too: what they count they show. Left out: `findById`
   * asks nothing else.
   */
  findListed?: (ctx: Context, id: number) => Promise<Noteable | undefined>;
  /** Those of these ids that the actor may see, with one question for all. */
  visibleAmong: (ctx: Context, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  /** How texts refer to it, and what it is called in "mentioned in …". */
  mention?: { kind: ReferenceKind; noun: string };
  /** For things with a diff: what tells the places of notes in it, and remembers what it read for the next one. */
  openPositions?: (ctx: Context, noteable: Noteable) => PositionResolver;
  /** The place that the code of a line names in the newest changes, or in those of one commit. */
  positionOfCode?: (
    ctx: Context,
    noteable: Noteable,
    code: string,
    commitId: string | undefined,
  ) => Promise<DiffPosition | undefined>;
  /** For things made of commits: whether this one is, or was, among them. */
  holdsCommit?: (ctx: Context, noteable: Noteable, sha: string) => Promise<boolean>;
  /** How a line that a thread was begun on changed since. */
  outdatedLines?: (ctx: Context, noteable: Noteable, from: DiffPosition) => Promise<PageDiffLine[]>;
  /** What the notes of threads on lines propose, by note id. */
  suggestionsOf?: (
    ctx: Context,
    noteable: Noteable,
    notes: readonly { id: number; discussion: DiscussionRow }[],
  ) => Promise<ReadonlyMap<number, NoteSuggestion[]>>;
  /** What a text being written would propose at a place. */
  previewSuggestions?: (
    ctx: Context,
    noteable: Noteable,
    text: string,
    at: { headSha: string; path: string; line: number },
  ) => Promise<PageSuggestionPreview[]>;
  /** Where the actor makes an issue that takes over an open thread, or all of them; null when they may not. */
  followUpPath?: (ctx: Context, noteable: Noteable, discussionId: string | null) => string | null;
  /** In the transaction of every change of notes, e.g. to mark the thing as updated. */
  onNotesChanged?: (ctx: Context, noteable: Noteable, change: NoteChange) => Promise<void>;
};

export type NoteChange = {
  kind: 'created' | 'updated' | 'deleted' | 'resolved' | 'unresolved';
  isSystem: boolean;
  /** Those that one act changed alike; none for changes of whole threads. */
  notes: readonly ChangedNote[];
};

export type ChangedNote = { id: number; discussionId: string; body: string; isInternal: boolean };

/** How the description of one kind of thing is changed, for things whose description has a history. */
export type DescriptionDefinition = {
  get: (ctx: Context, noteable: Noteable) => Promise<string>;
  /** With the thing's own operation, which asks for the right. Fails with a conflict when the text is not `before` now. */
  set: (ctx: Context, noteable: Noteable, text: string, before?: string) => Promise<unknown>;
  maySet: (ctx: Context, noteable: Noteable) => Promise<boolean>;
};

const descriptions = new Map<string, DescriptionDefinition>();

/** What is given takes it back, for tests. */
export function defineDescription(type: string, definition: DescriptionDefinition): Extension<() => void> {
  return () => {
    descriptions.set(type, definition);
    return () => void descriptions.delete(type);
  };
}

export function descriptionOf(type: string): DescriptionDefinition | undefined {
  return descriptions.get(type);
}

const descriptors = new Map<string, NoteableDescriptor>();

/** Lets a kind of thing be talked about. What is given takes it back, for tests. */
export function defineNoteable(descriptor: NoteableDescriptor): Extension<() => void> {
  return () => {
    descriptors.set(descriptor.type, descriptor);
    return () => void descriptors.delete(descriptor.type);
  };
}

/** Names of everything that can be talked about. */
export function noteableTypes(): string[] {
  return [...descriptors.keys()];
}

/** Those of them for which this holds. */
export function noteableTypesWhere(holds: (descriptor: NoteableDescriptor) => boolean): string[] {
  return noteableTypes().filter((type) => holds(noteableDescriptor(type)));
}

export function noteableDescriptor(type: string): NoteableDescriptor {
  const found = descriptors.get(type);
  if (!found) throw new Error(`no noteable is named ${type}`);
  return found;
}

/** The kind that an address (`merge_requests`) or `target_type` (`merge_request`) names, of those in this place, or not_found. */
export function noteableNamed(name: string, { kind }: Pick<Container, 'kind'>): NoteableDescriptor {
  for (const descriptor of descriptors.values()) {
    const { pathName, pagePathName, type, livesIn } = descriptor;
    if (livesIn !== kind) continue;
    if ([pathName, pagePathName, type].includes(name) || pathName === `${name}s`) {
      return descriptor;
    }
  }
  throw new AppError('not_found', { resource: 'Noteable' });
}

/** One of the things in this place; undefined where there are none of the kind, or it is not there or not to be seen. */
export async function findNoteable(
  ctx: Context,
  place: Container,
  type: string,
  key: { iid: number } | { id: number },
): Promise<Noteable | undefined> {
  const descriptor = noteableDescriptor(type);
  return descriptor.livesIn === place.kind ? descriptor.find(ctx, place, key) : undefined;
}

export async function getNoteable(
  ctx: Context,
  place: Container,
  type: string,
  key: { iid: number } | { id: number },
): Promise<Noteable> {
  const found = await findNoteable(ctx, place, type, key);
  if (!found) throw new AppError('not_found', { resource: 'Noteable' });
  return found;
}

/** By what an address calls it: a number inside the place, or a name. */
export async function getNoteableByAddress(
  ctx: Context,
  place: Container,
  pathName: string,
  name: string,
): Promise<Noteable> {
  const descriptor = noteableNamed(pathName, place);
  const isNumber = /^\d{1,15}$/.test(name);
  const found = descriptor.findNamed
    ? await descriptor.findNamed(ctx, place, name)
    : isNumber && (await descriptor.find(ctx, place, { iid: Number(name) }));
  if (!found) throw new AppError('not_found', { resource: 'Noteable' });
  return found;
}
