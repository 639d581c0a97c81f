import type { Env, Token } from 'markdown-it';
import { randomBytes } from 'node:crypto';
import type { AddressContext } from './instance-address.ts';
import { MAX_REFERENCES } from './limits.ts';
import {
  type CommitRangeReference,
  type MarkdownReferences,
  noReferences,
  type Reference,
  type Suggestion,
  type TaskItem,
} from './rendered-markdown.ts';
import type { FoundReference } from './scan-references.ts';

const STATE = Symbol('render state');

/** What the plugins of one rendering share: the mark of our own elements and what is found on the way. */
export class RenderState {
  /**
   * Value of `data-own` on the elements that our plugins make. The author of a text can't know it, so the sanitiser can
   * tell a checkbox of ours from one that was typed. It must be the first attribute: a tag that was typed and left open
   * swallows what follows, but then our tag's name comes before it. It is never in the result.
   */
  readonly nonce: string;
  /** Keeps the ids of footnotes apart on a page with many texts. */
  readonly docId: string;
  /** The text is a file of a repository. */
  readonly isFile: boolean;
  /** By which addresses of pages are known as those of this instance, and named from where the text stands. */
  readonly place: AddressContext;
  readonly references: MarkdownReferences = noReferences();
  readonly taskItems: TaskItem[] = [];
  readonly suggestions: Suggestion[] = [];
  readonly headingIds = new Map<string, number>();
  highlightedMs = 0;
  isTruncated = false;
  #referenceCount = 0;
  readonly #keys = new Set<string>();

  constructor(docId: string, isFile = false, place: AddressContext = {}) {
    this.nonce = randomBytes(12).toString('hex');
    this.docId = docId;
    this.isFile = isFile;
    this.place = place;
  }

  /** Notes a reference; false when there are too many and it stays text. */
  addReference(found: FoundReference): boolean {
    if (this.#referenceCount >= MAX_REFERENCES) {
      this.isTruncated = true;
      return false;
    }
    this.#referenceCount++;
    const key = `${found.kind}:${found.ref}`;
    if (this.#keys.has(key)) return true;
    this.#keys.add(key);
    this.#collect(found, { kind: found.kind, key, ...(found.path ? { path: found.path } : {}) });
    return true;
  }

  #collect(found: FoundReference, reference: Reference): void {
    const { references } = this;
    const { kind, value } = found;
    if (kind === 'user') references.users.push(value);
    else if (kind === 'issue') references.issues.push({ ...reference, iid: Number(value) });
    else if (kind === 'merge_request') references.mergeRequests.push({ ...reference, iid: Number(value) });
    else if (kind === 'epic') references.epics.push({ ...reference, iid: Number(value) });
    else if (kind === 'label') references.labels.push({ ...reference, name: value });
    else if (kind === 'milestone') references.milestones.push({ ...reference, name: value });
    else if (kind === 'commit') references.commits.push({ ...reference, sha: value });
    else if (kind === 'commit_range') references.commitRanges.push(rangeOf(found, reference));
  }

  /** Marks a token as ours and gives it an attribute that is kept only then. */
  own(token: Token, attribute: [name: string, value: string]): void {
    token.attrs = [['data-own', this.nonce], attribute, ...(token.attrs ?? [])];
  }

  /** Puts this state into a fresh environment of the parser. */
  toEnv(): Env {
    return { [STATE]: this, docId: this.docId };
  }
}

/** The state of a rendering; throws for an environment that `toEnv` did not make. */
export function stateOf(env: Env | undefined): RenderState {
  const state = env?.[STATE];
  if (state instanceof RenderState) return state;
  throw new Error('the markup plugins need an environment made by RenderState');
}

function rangeOf(found: FoundReference, reference: Reference): CommitRangeReference {
  return { ...reference, from: found.value, to: found.to ?? '', dots: found.dots ?? '..' };
}
