import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import type { BlobPageData, BlobViewer } from '@tributary/contract/projects/repository-page.ts';
import type { CommitSummary } from '@tributary/contract/projects/repository-views.ts';
import type { ReactNode } from 'react';
import { BlobViewerView } from './files/blob-viewer.tsx';
import { CommitDays } from './commits/commit-list.tsx';
import { ConflictPanel } from './editor/conflict-panel.tsx';
import { DiffFile } from './diff/diff-file.tsx';
import { DivergenceBar } from './refs/divergence-bar.tsx';
import { HiddenCharacters } from './files/hidden-characters.tsx';
import { LastCommitBar } from './files/last-commit-bar.tsx';
import { MarkedName } from '../ui/marked-name.tsx';
import { MatchedFile } from './files/matched-file.tsx';
import { PathCrumbs } from './files/path-crumbs.tsx';
import { ReadmeCard } from './files/readme-card.tsx';
import { RestoredDraft } from './editor/restored-draft.tsx';

export const group = 'Repository';

const sha = '0b6b7b9aa1f4c8e2d3b5a6978012345678901234';
const href = '/-/gallery';
const nothing = (): void => undefined;

const commit: CommitSummary = {
  signature: null,
  sha,
  shortSha: sha.slice(0, 8),
  title: 'Measure the depth before the bridge is built',
  body: 'The river is deeper than the map says.\n\nReviewed-by: Ada Lovelace <ada@example.com>',
  author: {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    date: '2026-05-04T09:30:00.000Z',
    user: { id: 2, username: 'grace', name: 'Grace Hopper', avatarUrl: null, href },
  },
  committer: { name: 'Ada Lovelace', email: 'ada@example.com', date: '2026-05-04T10:00:00.000Z', user: null },
  parentShas: [],
  href,
  status: { state: 'failed', hasWarnings: false, passed: 1, total: 2, href: '/-/gallery' },
};

const diffFile: DiffFileView = {
  fileHash: 'f1',
  oldPath: 'src/river.ts',
  newPath: 'src/river.ts',
  oldName: 'src/river.ts',
  newName: 'src/river.ts',
  status: 'modified',
  oldMode: '100644',
  newMode: '100644',
  addedLines: 1,
  removedLines: 1,
  similarity: null,
  notice: null,
  fold: null,
  lines: [
    { kind: 'match', oldLine: 1, newLine: 1, html: '@@ -1,3 +1,3 @@' },
    { kind: 'context', oldLine: 1, newLine: 1, html: '<span class="hl-keyword">const</span> width = 3;' },
    { kind: 'removed', oldLine: 2, newLine: null, html: 'const depth = <mark class="idiff">4</mark>;' },
    {
      kind: 'added',
      oldLine: null,
      newLine: 2,
      html: 'const depth = <mark class="idiff">5</mark>;',
      hasNoNewline: true,
    },
  ],
  isPlain: false,
  blobHref: href,
  oldPixels: null,
  newPixels: null,
  oldImageHref: null,
  newImageHref: null,
  submodule: null,
};

const unmoved = { onOpen: nothing, selected: null, onLink: nothing, onShow: async () => undefined };

function noLines(fileHash: string, parts: Partial<DiffFileView>): ReactNode {
  const file = { ...diffFile, fileHash, addedLines: 0, removedLines: 0, lines: [], ...parts };
  return <DiffFile key={fileHash} file={file} view="inline" isOpen {...unmoved} />;
}

function blob(viewer: BlobViewer): ReactNode {
  const data: BlobPageData = {
    place: {
      projectId: 1,
      projectPath: 'delta/river',
      defaultBranch: 'main',
      ref: { kind: 'branch', name: 'main', sha, isDefault: true, isProtected: true },
      path: 'src/file',
      crumbs: [],
      refsPath: href,
      findFileHref: href,
      can: { pushToRef: true, createBranch: true, fork: false },
    },
    file: { name: 'file', path: 'src/file', oid: sha, sizeBytes: 4_096, mode: '100644', isExecutable: false },
    viewer,
    views: null,
    lastCommit: null,
    rawHref: href,
    downloadHref: href,
    permalinkHref: href,
    historyHref: href,
    blameHref: null,
    editHref: null,
    canDelete: false,
  };
  return (
    <div className="rounded-md border bg-raised">
      <BlobViewerView data={data} isWrapped={false} />
    </div>
  );
}

const code: BlobViewer = {
  type: 'code',
  lines: [
    '<span class="hl-keyword">export</span> <span class="hl-keyword">const</span> depth = <span class="hl-number">5</span>;',
    '',
    '<span class="hl-comment">// The end is near.</span>',
  ],
  language: 'typescript',
  hiddenCharacters: [],
  lineEndings: 'lf',
  endsWithNewline: true,
};

const base = 'one\ntwo\nthree\nfour\n';

export const states: Record<string, ReactNode> = {
  'Names that would mislead': (
    <ul className="flex flex-col gap-1">
      {['README.md', 'new\nline.txt', 'gpj.\u202Etxt', 'caf\uFFFD', ' outer spaces ', 'שלום.txt'].map((name) => (
        <li key={name}>
          <MarkedName name={name} />
        </li>
      ))}
    </ul>
  ),
  'Last commit': (
    <div className="rounded-md border bg-raised">
      <LastCommitBar commit={commit} historyHref={href} />
    </div>
  ),
  Commits: (
    <CommitDays
      days={[
        {
          key: 'today',
          title: 'Today',
          items: [
            { ...commit, browseHref: href, isMerge: true },
            { ...commit, sha: 'b'.repeat(40), body: '', title: 'A title that goes on and on '.repeat(6) },
          ],
        },
      ]}
    />
  ),
  'Ahead and behind': (
    <div className="flex flex-col gap-2">
      <DivergenceBar counts={{ ahead: 3, behind: 120 }} most={120} />
      <DivergenceBar counts={{ ahead: 0, behind: 0 }} most={120} />
      <DivergenceBar counts={undefined} most={0} />
    </div>
  ),
  README: (
    <ReadmeCard
      readme={{ path: 'README.md', name: 'README.md', href, html: '<p>Where it <em>begins</em>.</p>', text: null }}
    />
  ),
  'File: code': blob(code),
  'File: empty': blob({ type: 'empty' }),
  'File: binary': blob({ type: 'download', reason: 'binary' }),
  'File: too large': blob({ type: 'download', reason: 'too_large' }),
  'File: symbolic link': blob({ type: 'symlink', target: '../docs/guide.md', targetHref: href }),
  'File: symbolic link to elsewhere': blob({ type: 'symlink', target: '/etc/passwd', targetHref: null }),
  'File: submodule': blob({ type: 'submodule', url: 'https://example.com/x.git', sha, href: null }),
  'File: LFS': blob({ type: 'lfs', oid: 'ab'.repeat(32), sizeBytes: 999_999_999 }),
  'Hidden characters': (
    <HiddenCharacters
      found={[
        { line: 3, labels: ['U+202E'] },
        { line: 9, labels: ['U+2066', 'U+2069'] },
      ]}
    />
  ),
  'Changed file': <DiffFile file={diffFile} view="inline" isOpen {...unmoved} />,
  'Changed file, side by side': <DiffFile file={{ ...diffFile, fileHash: 'f2' }} view="parallel" isOpen {...unmoved} />,
  'Changed files without lines': (
    <div>
      {noLines('n1', { notice: 'binary' })}
      {noLines('n2', { notice: 'too_large' })}
      {noLines('n7', { fold: { reason: 'over_budget', href } })}
      {noLines('n3', { notice: 'rename_only', status: 'renamed', similarity: 100, oldPath: 'a', oldName: 'a' })}
      {noLines('n4', { notice: 'mode_only', status: 'mode_changed', newMode: '100755' })}
      {noLines('n5', { notice: 'submodule', submodule: { oldSha: 'a'.repeat(40), newSha: 'b'.repeat(40) } })}
      {noLines('n6', { notice: 'empty', status: 'added' })}
    </div>
  ),
  'Code search': (
    <MatchedFile
      file={{
        name: 'src/river.ts',
        path: 'src/river.ts',
        href,
        lines: [{ number: 42, html: 'const <mark>depth</mark> = 5;', isMatch: true }],
      }}
    />
  ),
  'Conflict that combines': (
    <ConflictPanel
      name="guide.md"
      base={base}
      mine={base.replace('one', 'mine')}
      now={{ content: base.replace('four', 'theirs'), lastCommitId: sha }}
      onTake={nothing}
    />
  ),
  'Conflict in the same lines': (
    <ConflictPanel
      name="plan.md"
      base={base}
      mine={base.replace('two', 'mine')}
      now={{ content: base.replace('two', 'theirs'), lastCommitId: sha }}
      onTake={nothing}
    />
  ),
  'Conflict with a deletion': (
    <ConflictPanel
      name="notes.md"
      base={base}
      mine="mine"
      now={{ content: null, lastCommitId: null }}
      onTake={nothing}
    />
  ),
  'Text that came back': (
    <RestoredDraft
      draft={{ content: '', path: '', message: '', baseCommitId: 'a', savedAt: '2026-05-04T09:30:00.000Z' }}
      currentCommitId="b"
      onDiscard={nothing}
    />
  ),
  // Last, for it is a heading of a page.
  'Path as heading': (
    <PathCrumbs
      path="packages/web/src/a-rather-long-folder-name/river.ts"
      crumbs={['delta', 'packages', 'web', 'src', 'a-rather-long-folder-name', 'river.ts'].map((text) => ({
        text,
        path: text,
        href,
      }))}
    />
  ),
};
