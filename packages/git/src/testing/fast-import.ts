import { pathToBytes } from '../process/path-key.ts';

export type TestFileContent = string | Buffer | TestFile | null;

export interface TestFile {
  /** Ignored for submodules. */
  content?: string | Buffer;
  mode?: '100644' | '100755' | '120000' | '160000';
  /** For mode 160000: the commit of the other repository. */
  submoduleSha?: string;
}

export interface TestIdentity {
  name: string;
  email: string;
}

export interface TestCommit {
  /** Name under which the sha is found afterwards. */
  label?: string;
  branch?: string;
  /** Labels or full shas. Default: the tip of the branch, if any; `[]` starts a new root. */
  parents?: readonly string[];
  /** Path key → content; `null` removes. */
  files?: Readonly<Record<string, TestFileContent>>;
  message?: string;
  author?: TestIdentity;
  committer?: TestIdentity;
  /** Raw git date, e.g. `1700000000 +0100`. Default: one minute after the last. */
  date?: string;
}

const PERSON: TestIdentity = { name: 'Ada Example', email: 'ada@example.test' };

/** Writes the fast-import stream of commits. `known` maps labels to marks or shas, `tips` branches to the same. */
export class FastImportWriter {
  readonly #parts: Buffer[] = [];
  readonly #known: Map<string, string>;
  readonly #tips: Map<string, string>;
  readonly labelOfMark = new Map<number, string>();
  #mark = 0;
  #clock: number;

  constructor(known: Map<string, string>, tips: Map<string, string>, clock: number) {
    this.#known = known;
    this.#tips = tips;
    this.#clock = clock;
  }

  get clock(): number {
    return this.#clock;
  }

  commit(spec: TestCommit, defaultBranch: string): number {
    this.#mark += 1;
    this.#clock += 60;
    const mark = this.#mark;
    const branch = spec.branch ?? defaultBranch;
    const date = spec.date ?? `${this.#clock} +0000`;
    const author = spec.author ?? PERSON;
    const committer = spec.committer ?? PERSON;
    const tip = this.#tips.get(branch);
    const parents = (spec.parents ?? (tip === undefined ? [] : [tip])).map(
      (parent) => this.#known.get(parent) ?? parent,
    );
    if (parents.length === 0) this.#text(`reset refs/heads/${branch}\n`);
    this.#text(`commit refs/heads/${branch}\nmark :${mark}\n`);
    this.#text(
      `author ${author.name} <${author.email}> ${date}\ncommitter ${committer.name} <${committer.email}> ${date}\n`,
    );
    this.#data(Buffer.from(spec.message ?? spec.label ?? `Commit ${mark}`));
    parents.forEach((parent, index) => this.#text(`${index === 0 ? 'from' : 'merge'} ${parent}\n`));
    for (const [path, content] of Object.entries(spec.files ?? {})) this.#file(path, content);
    this.#text('\n');
    const label = spec.label ?? `commit-${mark}`;
    this.labelOfMark.set(mark, label);
    this.#known.set(label, `:${mark}`);
    this.#tips.set(branch, `:${mark}`);
    return mark;
  }

  finish(): Buffer {
    this.#text('done\n');
    return Buffer.concat(this.#parts);
  }

  #file(path: string, content: TestFileContent): void {
    const quoted = quoteBytes(pathToBytes(path));
    if (content === null) {
      this.#text(`D ${quoted}\n`);
      return;
    }
    const file: TestFile = typeof content === 'string' || Buffer.isBuffer(content) ? { content } : content;
    const mode = file.mode ?? '100644';
    if (mode === '160000') {
      this.#text(`M 160000 ${file.submoduleSha ?? '1'.repeat(40)} ${quoted}\n`);
      return;
    }
    this.#text(`M ${mode} inline ${quoted}\n`);
    this.#data(Buffer.isBuffer(file.content) ? file.content : Buffer.from(file.content ?? ''));
  }

  #data(bytes: Buffer): void {
    this.#text(`data ${bytes.length}\n`);
    this.#parts.push(bytes);
    this.#text('\n');
  }

  #text(text: string): void {
    this.#parts.push(Buffer.from(text));
  }
}

function quoteBytes(bytes: Buffer): string {
  let out = '"';
  for (const byte of bytes) {
    const plain = byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    out += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `${out}"`;
}
