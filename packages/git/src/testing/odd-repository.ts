import { runGit } from '../process/run-git.ts';
import type { TestCommit, TestFileContent } from './fast-import.ts';
import { ODD_NAMES, oddContents } from './odd-content.ts';
import type { OddContentOptions } from './odd-content.ts';
import { createTestRepository } from './test-repository.ts';
import type { TestRepository } from './test-repository.ts';

export interface OddRepositoryOptions extends OddContentOptions {
  dir?: string;
}

/** Labels of the odd commits besides `before` and `after`. */
export const ODD_HISTORY = [
  'octopus',
  'criss-left',
  'criss-right',
  'orphan',
  'empty',
  'year-1970',
  'year-2106',
  'negative-date',
  'long-message',
  'directory',
  'html-author',
  'no-author-name',
] as const;

/**
 * One repository with everything that has broken pages before. `before` and `after` on `main` differ in every odd file;
 * branches `octopus`, `criss`, `orphan`, `odd-dates`, `long-message`, `html-author` hold odd histories; tags `tag-of-tag`,
 * `tag-of-blob`, `tag-of-tree` point at what tags seldom do.
 */
export async function buildOddRepository(options: OddRepositoryOptions = {}): Promise<TestRepository> {
  const repository = await createTestRepository({
    ...(options.dir === undefined ? {} : { dir: options.dir }),
    commits: [...contentCommits(options), ...historyCommits()],
  });
  await addRawCommits(repository);
  await addOddTags(repository);
  return repository;
}

function contentCommits(options: OddContentOptions): TestCommit[] {
  const before: Record<string, TestFileContent> = {};
  const after: Record<string, TestFileContent> = {};
  for (const [name, content] of Object.entries(oddContents(options))) {
    const path = name === '.gitmodules' ? name : `contents/${name}`;
    if (content.before !== null) before[path] = content.before;
    if (content.before !== null || content.after !== null) after[path] = content.after;
  }
  for (const path of Object.values(ODD_NAMES)) {
    before[path] = 'before\n';
    after[path] = 'after\n';
  }
  before['a'] = 'a file\n';
  return [
    { label: 'before', message: 'Before', files: before },
    { label: 'directory', message: 'File becomes directory', files: { a: null, 'a/b': 'in a directory\n' } },
    { label: 'after', message: 'After\n\nWith <b>markup</b> & "quotes"', files: after },
  ];
}

function historyCommits(): TestCommit[] {
  const side = (label: string, branch: string): TestCommit => ({
    label,
    branch,
    parents: ['before'],
    files: { [`side-${label}`]: label },
  });
  return [
    side('o1', 'octopus'),
    side('o2', 'octopus-2'),
    side('o3', 'octopus-3'),
    { label: 'octopus', branch: 'octopus', parents: ['o1', 'o2', 'o3'], message: 'Three at once' },
    side('x1', 'criss'),
    side('x2', 'cross'),
    { label: 'criss-left', branch: 'criss', parents: ['x1', 'x2'], files: { both: 'left\n' } },
    { label: 'criss-right', branch: 'cross', parents: ['x2', 'x1'], files: { both: 'right\n' } },
    { label: 'orphan', branch: 'orphan', parents: [], files: { other: 'root\n' } },
    { label: 'empty', branch: 'odd-dates', parents: ['before'], message: 'Nothing at all' },
    { label: 'year-1970', branch: 'odd-dates', date: '0 +0000', files: { date: '1970' } },
    { label: 'year-2106', branch: 'odd-dates', date: '4294967296 -1100', files: { date: '2106' } },
    {
      label: 'long-message',
      branch: 'long-message',
      parents: ['before'],
      message: `Long\n\n${'word '.repeat(200_000)}`,
    },
  ];
}

/** Commits only a hand-made object can be: fast-import refuses them, old histories have them. */
async function addRawCommits(repository: TestRepository): Promise<void> {
  const tree = await repository.git('rev-parse', `${repository.sha('before')}^{tree}`);
  const raw: Record<string, string> = {
    'html-author':
      'author <script>alert(1)</script> <"><img src=x>@example.test> 1700000000 +0000\ncommitter \u202eevil <e@e> 1700000000 +0000',
    'no-author-name': 'author <> 1700000000 +0000\ncommitter <> 1700000000 +0000',
    'negative-date': 'author Old Timer <o@o> -62135596800 +0000\ncommitter Old Timer <o@o> -1 -0030',
  };
  for (const [label, people] of Object.entries(raw)) {
    const content = `tree ${tree}\nparent ${repository.sha('before')}\n${people}\n\n${label} <b>subject</b>\n`;
    const output = await runGit(repository.dir, ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], {
      stdin: content,
    });
    const sha = output.toString('latin1').trim();
    repository.shas[label] = sha;
    await repository.git('update-ref', `refs/heads/${label}`, sha);
  }
}

async function addOddTags(repository: TestRepository): Promise<void> {
  const env = {
    GIT_COMMITTER_NAME: 'Tag <ger',
    GIT_COMMITTER_EMAIL: 't@example.test',
    GIT_COMMITTER_DATE: '1700000000 +0000',
  };
  const tag = (name: string, target: string): Promise<Buffer> =>
    runGit(repository.dir, ['tag', '-a', '-m', `Tag ${name} <b>`, name, target], { env });
  await tag('tag-of-commit', repository.sha('before'));
  await tag('tag-of-tag', 'refs/tags/tag-of-commit');
  await tag('tag-of-blob', await repository.git('rev-parse', `${repository.sha('before')}:a`));
  await tag('tag-of-tree', await repository.git('rev-parse', `${repository.sha('before')}^{tree}`));
}
