import type { ReferenceKind } from './scan-references.ts';

/** Where a text stands, as plain data: it crosses to a worker. */
export type PlainContext = {
  /** Full path of the project; what lies there is called by its number alone. */
  projectPath?: string;
  /** Branch, tag or commit that relative links of a file mean. `HEAD` when missing. */
  ref?: string;
  /** Folder of the file inside the repository, without slashes at its ends. Missing for texts that are not files. */
  basePath?: string;
  /** Path of the project or group, such as `/group/project`. Without it relative links are dropped. */
  linkRoot?: string;
  /** Origin of this instance, such as `https://git.example.org`: links to it are not treated as external. */
  instanceUrl?: string;
};

export type MarkdownContext = PlainContext & {
  /** The reader's references; when given, the HTML is ready to be shown, else `redactReferences` must follow. */
  resolveReference?: ReferenceMap;
  /** Turns the address of an outside image into the one to load, or null to show none. Without it none is shown. */
  imageUrl?: ImageUrl;
};

/** Gets an absolute `https:` address in its normal form (ASCII only). */
export type ImageUrl = (url: string) => string | null;

export type ResolvedReference = {
  /** Path on this instance or an http(s) address; anything else counts as not resolved. */
  href: string;
  /** Title of the thing: tooltip, and text of references that end in `+`. */
  title?: string;
  /** Text to show instead of what was written, for example the name of a label. */
  text?: string;
  /** What is said of its state in a summary, where that is not the usual one: `closed`. */
  state?: string;
  /** What a summary says behind the title, such as who works on it. */
  details?: readonly string[];
  /** `#rrggbb`, for labels. */
  color?: string;
};

/** By `Reference.key`. What is missing is shown as the plain text that was written. */
export type ReferenceMap = ReadonlyMap<string, ResolvedReference>;

export type Reference = {
  kind: ReferenceKind;
  /** `<kind>:<as written, without + and +s>`, for example `issue:group/project#12`. Key of `ReferenceMap`. */
  key: string;
  /** Project or, for epics, group before the sign; a single word may also be a sibling project. */
  path?: string;
};
export type NumberedReference = Reference & { iid: number };
export type NamedReference = Reference & { name: string };
export type CommitReference = Reference & { sha: string };
export type CommitRangeReference = Reference & { from: string; to: string; dots: '..' | '...' };

/** Everything that a text may refer to, once each, in order of first mention. Candidates: they need not exist. */
export type MarkdownReferences = {
  /** Names of users or groups without the sign. */
  users: string[];
  issues: NumberedReference[];
  mergeRequests: NumberedReference[];
  epics: NumberedReference[];
  labels: NamedReference[];
  milestones: NamedReference[];
  commits: CommitReference[];
  commitRanges: CommitRangeReference[];
};

export type TaskItem = {
  /** Place among the items of the text, from 0; the checkbox has it as `data-task-index`, its line as `data-task-line`. */
  index: number;
  /** Line of the source, from 1. */
  line: number;
  checked: boolean;
  /** `[~]`: crossed out, can't be ticked. */
  isInapplicable: boolean;
};

/** A suggestion fence, in order; the n-th `<pre class="suggestion">` of the HTML is the n-th of these. */
export type Suggestion = {
  /** Lines above and below the commented line that are replaced too. */
  above: number;
  below: number;
  /** New lines, each with its end; empty for none. */
  content: string;
  /** Line of the source where the fence opens, from 1. */
  line: number;
};

/** Why a text is shown as it is. `unavailable` and `failed` may pass: such a result should not be kept. */
export type PlainReason = 'too_long' | 'timeout' | 'too_large' | 'unavailable' | 'failed';

/** What the worker makes: HTML in which references are still placeholders. */
export type RenderedText = {
  html: string;
  references: MarkdownReferences;
  taskItems: TaskItem[];
  suggestions: Suggestion[];
  /** References or images beyond the limit were left as text. */
  isTruncated: boolean;
  plainReason?: PlainReason;
  /** What went wrong inside, for the log; never for users. */
  failure?: string;
};

export type RenderedMarkdown = RenderedText & {
  /** The text was over a budget and is shown escaped, in `<pre class="plain-markdown">` below a sentence that says why. */
  isPlain: boolean;
};

export function noReferences(): MarkdownReferences {
  return {
    users: [],
    issues: [],
    mergeRequests: [],
    epics: [],
    labels: [],
    milestones: [],
    commits: [],
    commitRanges: [],
  };
}
