import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { runGit } from '../process/run-git.ts';
import { initRepository } from '../repository/init-repository.ts';
import { FastImportWriter } from './fast-import.ts';
import type { TestCommit, TestFileContent } from './fast-import.ts';

export interface TestRepositorySpec {
  /** Shorthand for one commit with these files. */
  files?: Readonly<Record<string, TestFileContent>>;
  commits?: readonly TestCommit[];
  tags?: readonly { name: string; target: string; message?: string }[];
  defaultBranch?: string;
  /** Where to put the bare repository; default a new temporary directory. */
  dir?: string;
}

/** A bare repository of our own making, for tests. */
export class TestRepository {
  readonly dir: string;
  readonly defaultBranch: string;
  /** Label → sha. */
  readonly shas: Record<string, string> = {};
  readonly #root: string | null;
  readonly #tips = new Map<string, string>();
  #clock = 1_700_000_000;

  constructor(dir: string, defaultBranch: string, root: string | null) {
    this.dir = dir;
    this.defaultBranch = defaultBranch;
    this.#root = root;
  }

  /** Adds commits in one go and returns the sha of the last. */
  async commits(specs: readonly TestCommit[]): Promise<string> {
    const known = new Map(Object.entries(this.shas));
    const writer = new FastImportWriter(known, this.#tips, this.#clock);
    let last = 0;
    for (const spec of specs) last = writer.commit(spec, this.defaultBranch);
    this.#clock = writer.clock;
    const marksFile = join(this.dir, 'test-marks');
    await runGit(
      this.dir,
      ['fast-import', '--quiet', '--force', '--done', '--date-format=raw-permissive', `--export-marks=${marksFile}`],
      {
        stdin: writer.finish(),
        timeoutMs: 120_000,
      },
    );
    const shaOfMark = parseMarks(await readFile(marksFile, 'utf8'));
    await rm(marksFile);
    for (const [mark, label] of writer.labelOfMark) this.shas[label] = shaOfMark.get(mark) ?? '';
    for (const [branch, tip] of this.#tips) {
      if (tip.startsWith(':')) this.#tips.set(branch, shaOfMark.get(Number(tip.slice(1))) ?? '');
    }
    return shaOfMark.get(last) ?? '';
  }

  async commit(spec: TestCommit): Promise<string> {
    return this.commits([spec]);
  }

  sha(label: string): string {
    const sha = this.shas[label];
    if (sha === undefined) throw new Error(`no commit is labelled ${label}`);
    return sha;
  }

  /** For assertions on the repository with plain git; trimmed text. */
  async git(...args: string[]): Promise<string> {
    return (await runGit(this.dir, args)).toString('utf8').trim();
  }

  async remove(): Promise<void> {
    await sharedCatFiles().close(this.dir);
    await rm(this.#root ?? this.dir, { recursive: true, force: true });
  }
}

export async function createTestRepository(spec: TestRepositorySpec = {}): Promise<TestRepository> {
  const root = spec.dir === undefined ? await mkdtemp(join(tmpdir(), 'tributary-git-')) : null;
  const dir = spec.dir ?? join(root ?? '', 'repository.git');
  const defaultBranch = spec.defaultBranch ?? 'main';
  await initRepository(dir, { defaultBranch });
  const repository = new TestRepository(dir, defaultBranch, root);
  const commits: TestCommit[] = [...(spec.commits ?? [])];
  if (spec.files !== undefined) commits.unshift({ label: 'initial', message: 'Initial commit', files: spec.files });
  if (commits.length > 0) await repository.commits(commits);
  for (const tag of spec.tags ?? []) await addTag(repository, tag);
  return repository;
}

async function addTag(
  repository: TestRepository,
  tag: { name: string; target: string; message?: string },
): Promise<void> {
  const sha = repository.shas[tag.target] ?? tag.target;
  const env = {
    GIT_COMMITTER_NAME: 'Ada Example',
    GIT_COMMITTER_EMAIL: 'ada@example.test',
    GIT_COMMITTER_DATE: '1700000000 +0000',
  };
  const message = tag.message === undefined ? [] : ['-a', '-m', tag.message];
  await runGit(repository.dir, ['tag', ...message], { revs: [tag.name, sha], env });
}

function parseMarks(text: string): Map<number, string> {
  const marks = new Map<number, string>();
  for (const line of text.split('\n')) {
    const match = /^:(\d+) ([0-9a-f]+)$/.exec(line);
    if (match !== null) marks.set(Number(match[1]), match[2] ?? '');
  }
  return marks;
}
