import type { DiffPosition } from '@tributary/contract/discussions/page.ts';

export type NoteableType = 'issue' | 'merge_request';

/** Both ends of the changes of a merge request. */
export type Refs = Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'>;

/** One thing that is talked about. */
export type TestNoteable = {
  kind: NoteableType;
  projectId: number;
  projectPath: string;
  id: number;
  iid: number;
  hostId: number;
  hostName: string;
  /** Of issues there are none. */
  refs: Refs;
  /** Another issue of the project, a label and a milestone, and a project that the host works in, too. */
  beside: {
    issueId: number;
    issueIid: number;
    labelId: number;
    milestoneId: number;
    otherId: number;
    otherPath: string;
  };
};

/**
 * What an act is done to beside the thing itself. `thread`, `internal`, `image`, `task` and `of commit` are threads;
 * `comment` is none yet; `reaction` is one to the thing, and `reaction to note` one to a thread on it. All were written by
 * someone who has the right, and are given to the one who knocks where the act is about their own.
 */
export type Need =
  | 'thread'
  | 'comment'
  | 'internal'
  | 'picture'
  | 'task'
  | 'of commit'
  | 'suggestion'
  | 'version'
  | 'draft'
  | 'review'
  | 'reaction'
  | 'reaction to note'
  | 'link';

export type Thing = TestNoteable & {
  /** Of what the act needs: the number of the note, suggestion, draft, text, review or link, the thread, and the reaction. */
  note: { id: number; discussion: string; reaction?: number };
  /** Another text each time. */
  n: number;
};

/**
 * An address and what is sent there; a GraphQL mutation with its input; or a query, and what of its answer says that it was
 * found (`$after` gets where the next page begins).
 */
export type InterfaceRequest =
  | { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; body?: object }
  | { method: 'POST'; url: string; file: string }
  | { mutation: string; input: object }
  | { query: string; variables: object; isFound: (data: unknown) => boolean };

/** The ways in, or why there is none. */
export type EntryPoint = ((thing: Thing) => InterfaceRequest | InterfaceRequest[]) | { none: string };

export type ActionCase = {
  name: string;
  /** Row of permissions.tsv that decides; what may not be read is hidden before that. */
  ability: string;
  /** A second row that is asked. */
  also?: string;
  on: NoteableType[];
  /** The user wrote the text, opened the thing, or has it to do. */
  own?: 'text' | 'thing' | 'assigned';
  needs?: Need;
  /** Nothing is left of it afterwards that could be done to again: of what it needs, or of the thing. */
  spends?: 'text' | 'thing';
  /** What is asked for a right: the project alone where the thing has no say, nothing where nobody else has one. */
  about?: 'project' | 'instance';
  /** Where the thing has no say: the row without which it is hidden. */
  seenBy?: string;
  /** What the thing shall be before: `opened` and not locked when left out. */
  before?: 'closed' | 'locked' | 'resolved' | 'draft' | 'followed' | 'tracked' | 'reviewed' | 'task';
  /** What the thing is afterwards, so that nothing is left to do where it is that already. */
  makes?: 'locked' | 'confidential';
  /** Reporters and up, whatever the row says to others. */
  isInternal?: boolean;
  /** Of others there are none, whoever asks. */
  isHidden?: boolean;
  /** Asked before anything is looked for: who is signed out learns nothing else. */
  isForSignedIn?: boolean;
  /** It names another project, which is hidden from who does not see it, whatever else would refuse them. */
  namesOther?: boolean;
  /** Nothing is changed by it. */
  isReading?: boolean;
  /** It comes with something that may be done without it: whether it was done is told by this table alone. */
  showsIn?: string;
  /** Each says where it is, or why there is none: no interface may do more or less than another. */
  doors: { rest: EntryPoint; graphql: EntryPoint; page: EntryPoint };
};

export type InterfaceName = keyof ActionCase['doors'];
export const INTERFACES: InterfaceName[] = ['rest', 'graphql', 'page'];

/** Where only the shape of a way is asked for. */
export const NO_THING: Omit<Thing, 'kind'> = {
  projectId: 0,
  projectPath: '',
  id: 0,
  iid: 0,
  hostId: 0,
  hostName: '',
  n: 0,
  refs: { base_sha: '', start_sha: '', head_sha: '' },
  beside: { issueId: 0, issueIid: 0, labelId: 0, milestoneId: 0, otherId: 0, otherPath: '' },
  note: { id: 0, discussion: '' },
};

export function waysOf(door: EntryPoint, thing: Thing): InterfaceRequest[] {
  return 'none' in door ? [] : [door(thing)].flat();
}

const segment = { issue: 'issues', merge_request: 'merge_requests' } as const;
const model = { issue: 'Issue', merge_request: 'MergeRequest' } as const;

export const BOTH: NoteableType[] = ['issue', 'merge_request'];
export const ISSUE: NoteableType[] = ['issue'];
export const REQUEST: NoteableType[] = ['merge_request'];

export const gid = ({ kind, id }: Thing) => `gid://gitlab/${model[kind]}/${id}`;
export const rest = ({ projectId, kind, iid }: TestNoteable) => `/api/v4/projects/${projectId}/${segment[kind]}/${iid}`;
export const page = ({ projectPath, kind, iid }: TestNoteable) => `/${projectPath}/-/${segment[kind]}/${iid}`;
export const notePage = ({ projectPath, note }: Thing) => `/${projectPath}/-/notes/${note.id}`;
/** The line of a task that is not done yet. */
export const TASK = '- [ ] Task';
/** What a page sends to tick it. */
export const TICK = { line_number: 1, line_source: TASK, checked: true };

export const sampleText = ({ n }: Pick<Thing, 'n'>) => `Words ${n}`;
export const noteableInput = ({ projectPath, iid }: Thing) => ({ projectPath, iid: String(iid) });
export const noteGid = ({ note }: Thing) => `gid://gitlab/Note/${note.id}`;
export const discussionGid = ({ note }: Thing) => `gid://gitlab/Discussion/${note.discussion}`;

export const get = (url: string): InterfaceRequest => ({ method: 'GET', url });
export const post = (url: string, body: object): InterfaceRequest => ({ method: 'POST', url, body });
export const put = (url: string, body: object): InterfaceRequest => ({ method: 'PUT', url, body });
export const remove = (url: string): InterfaceRequest => ({ method: 'DELETE', url });

/** What the form of a page sends. */
export function form(thing: Thing, note: object, more: object = {}): InterfaceRequest {
  const body = { target_type: thing.kind, target_id: thing.id, note: { note: sampleText(thing), ...note }, ...more };
  return post(`/${thing.projectPath}/-/notes`, body);
}

export const USES_REST: EntryPoint = { none: 'pages ask the REST address' };
export const NO_MUTATION: EntryPoint = { none: 'no client of GraphQL has a mutation for it' };
export const PAGES_ONLY: EntryPoint = { none: 'only the pages of this product have it' };

/** The same for what is one's own and what is another's. */
export function forBoth(
  own: NonNullable<ActionCase['own']>,
  actsOf: (whose: string, mine: Pick<ActionCase, 'own'>) => ActionCase[],
): ActionCase[] {
  return [...actsOf("another's", {}), ...actsOf('their own', { own })];
}
