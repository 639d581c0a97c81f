import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { IdePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { Suspense, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { Time } from '../../lib/time.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Count } from '../../ui/count.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDraftsLoaded } from '../editor/use-file-draft.ts';
import { ConflictPanel } from '../editor/conflict-panel.tsx';
import { COMMIT_LABEL, IDE_KEYS } from '../editor/commit-keys.ts';
import type { IdeConflict } from './commit-dialog.tsx';
import { IdeChanges } from './ide-changes.tsx';
import { IdeFileTree } from './ide-file-tree.tsx';
import { IdePane } from './ide-pane.tsx';
import { IdeTabs } from './ide-tabs.tsx';
import { fieldsOfIde, ideDraftScope, oldIdeDraftKey, parseOldIdeDraft } from './model/ide-draft.ts';
import { stagedFiles, textOf } from './model/ide-file.ts';
import { type Ide, useIde } from './use-ide.ts';

const CommitDialog = lazyPart(() => import('./commit-dialog.tsx'));
const PathDialog = lazyPart(() => import('./path-dialog.tsx'));

type Asking =
  | { what: 'new' }
  | { what: 'upload'; chosen: File }
  | { what: 'rename'; path: string }
  | { what: 'commit' }
  | null;

function Kept({ ide }: { ide: Ide }) {
  const [isShown, setShown] = useState(true);
  const { kept, restoring } = ide;
  if (kept === null || !isShown) return null;
  if (restoring.state === 'failed') {
    return (
      <ErrorState
        title="Your uncommitted changes could not be loaded"
        text={restoring.problem}
        onRetry={() => void ide.restore()}
      />
    );
  }
  const discard = async (): Promise<void> => {
    const question = {
      title: 'Discard all uncommitted changes?',
      text: 'You can restore them from the draft history of each file for a while.',
      action: 'Discard',
      danger: true,
    };
    if (await confirm(question)) ide.forget(false);
  };
  return (
    <Banner
      title="Your uncommitted changes were restored"
      onDismiss={() => setShown(false)}
      action={
        <Button size="sm" onClick={() => void discard()}>
          Discard changes
        </Button>
      }
    >
      You made these changes {kept.savedAt !== null && <Time value={kept.savedAt} />} and did not commit them.
    </Banner>
  );
}

const toastError = (error: unknown): void => {
  toast({ text: messageOf(error), tone: 'failed' });
};

type Props = { data: IdePageData; onBranch: readonly string[] };

/** As soon as it is known what was left on the branch. */
export function IdeView({ data, onBranch }: Props) {
  const { projectId, branch } = data.form;
  const [place, key] = [ideDraftScope(projectId, branch), oldIdeDraftKey(projectId, branch)];
  const isKnown = useDraftsLoaded(place, { key, parse: parseOldIdeDraft, fieldsOf: fieldsOfIde });
  return isKnown ? <View key={place} data={data} onBranch={onBranch} /> : <SkeletonRows rows={16} rowHeight={28} />;
}

/** Files at the left, the open ones at the right, and one commit for all that was changed. */
function View({ data, onBranch }: Props) {
  const { place, form } = data;
  const ide = useIde(data, onBranch);
  const [asking, setAsking] = useState<Asking>(null);
  const [conflict, setConflict] = useState<IdeConflict | null>(null);
  const count = stagedFiles(ide.state.files).length;
  const active = ide.state.files.find(({ id }) => id === ide.state.active);
  const askToCommit = (): void => {
    ide.look();
    if (stagedFiles(ide.filesNow()).length > 0) setAsking({ what: 'commit' });
  };
  const keys = IDE_KEYS.keys['ide.commit'];
  useHotkeys([{ id: 'ide.commit', keys, label: COMMIT_LABEL, inInputs: true, run: askToCommit }], {
    scope: 'Web IDE',
    enabled: asking === null,
  });
  const close = (): void => setAsking(null);
  const taken = new Set(ide.now.keys());
  const mine = conflict && ide.filesNow().find(({ id }) => id === conflict.file.id);
  return (
    <>
      <PageHeader
        title="Web IDE"
        meta={
          <>
            on{' '}
            <a href={repositoryPaths.tree(place.projectPath, form.branch)} className="hover:underline">
              <bdi className="font-mono text-sm text-fg">{form.branch}</bdi>
            </a>
          </>
        }
        actions={
          <Button variant="primary" disabled={count === 0} onClick={askToCommit}>
            Commit{count > 0 && <Count value={count} />}
          </Button>
        }
      />
      <div className="flex flex-col gap-3">
        <Kept ide={ide} />
        {conflict && mine && (
          <ConflictPanel
            name={displayPath(mine.path)}
            base={mine.base?.content ?? ''}
            mine={textOf(mine)}
            now={conflict.now}
            onTake={(text) => {
              const { content, lastCommitId } = conflict.now;
              ide.settle(mine.id, content === null ? null : { content, lastCommitId }, text);
              setConflict(null);
            }}
          />
        )}
        <div className="grid gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-[calc(var(--bar)+12px)] lg:max-h-[calc(100dvh-var(--bar)-24px)] lg:self-start">
            <IdeChanges ide={ide} />
            <IdeFileTree
              ide={ide}
              active={active?.path ?? null}
              onNew={() => setAsking({ what: 'new' })}
              onUpload={(chosen) => setAsking({ what: 'upload', chosen })}
            />
          </div>
          <section aria-label="Editor" className="min-w-0 self-start rounded-md border bg-raised">
            <IdeTabs ide={ide} />
            <IdePane
              ide={ide}
              place={place}
              onRename={(path) => setAsking({ what: 'rename', path })}
              onSubmit={askToCommit}
            />
          </section>
        </div>
      </div>
      <Suspense>
        {asking?.what === 'commit' && (
          <CommitDialog
            ide={ide}
            form={form}
            projectPath={place.projectPath}
            headSha={data.headSha}
            onClose={close}
            onConflict={setConflict}
          />
        )}
        {asking?.what === 'new' && (
          <PathDialog
            title="New file"
            action="Create file"
            initial=""
            taken={taken}
            onClose={close}
            onDone={ide.create}
          />
        )}
        {asking?.what === 'upload' && (
          <PathDialog
            title={`Upload ${asking.chosen.name}`}
            action="Upload file"
            hint="Missing folders are created. A file with this path is replaced."
            initial={asking.chosen.name}
            isNew
            taken={taken}
            mayReplace
            onClose={close}
            onDone={(path) => void ide.upload(path, asking.chosen).catch(toastError)}
          />
        )}
        {asking?.what === 'rename' && (
          <PathDialog
            title="Rename or move"
            action="Rename"
            initial={asking.path}
            taken={new Set([...taken].filter((path) => path !== asking.path))}
            onClose={close}
            onDone={(path) => ide.rename(asking.path, path)}
          />
        )}
      </Suspense>
    </>
  );
}
