import type { ConflictsPageData, ConflictStrategy } from '@tributary/contract/merge-requests/conflicts.ts';
import { usePage } from '../../app/navigation.tsx';
import { AppError } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ConflictFile } from '../conflicts/conflict-file.tsx';
import { PatchView } from '../conflicts/patch-view.tsx';
import { useConflicts } from '../conflicts/use-conflicts.ts';

const MESSAGE_ROWS = 7;

const STRATEGIES: Record<ConflictStrategy, { value: ConflictStrategy; label: string; hint: string }> = {
  merge: { value: 'merge', label: 'Merge', hint: 'Adds one merge commit to the source branch.' },
  rebase: {
    value: 'rebase',
    label: 'Rebase',
    hint: 'Puts the commits of the source branch on top of the target branch. They get new IDs.',
  },
};

/** All files in conflict, how each is resolved, and the commit that resolves them. */
export default function MergeRequestConflictsPage() {
  const { data } = usePage<ConflictsPageData>();
  const conflicts = useConflicts(data);
  const branches = { source: data.sourceBranch, target: data.targetBranch };
  const isRebase = conflicts.strategy === 'rebase';
  const isReady = conflicts.unresolved === 0 && data.blocker === null;
  return (
    <PageBody>
      <PageHeader
        title="Resolve conflicts"
        meta={
          <>
            <TextLink href={data.path}>
              {data.title} (!{data.iid})
            </TextLink>
            : merge <code>{data.targetBranch}</code> into <code>{data.sourceBranch}</code>
          </>
        }
        actions={
          data.files.length > 1 && (
            <>
              <Button onClick={() => conflicts.chooseAll('source')}>Use source for all files</Button>
              <Button onClick={() => conflicts.chooseAll('target')}>Use target for all files</Button>
            </>
          )
        }
      />
      <div className="flex flex-col gap-4 pb-8">
        {data.blocker !== null && (
          <Banner tone="warning" title="These conflicts cannot be resolved in the browser">
            {data.blocker}
          </Banner>
        )}
        <p aria-live="polite" className="text-fg-muted">
          {data.files.length - conflicts.unresolved} of {plural(data.files.length, 'file')} resolved
        </p>
        {data.files.map((file) => (
          <ConflictFile
            key={file.path}
            file={file}
            choice={conflicts.choiceOf(file)}
            branches={branches}
            onChoose={(choice) => conflicts.choose(file, choice)}
          />
        ))}
        {conflicts.preview !== null && (
          <Card label="Preview">
            <CardHeader
              title="Preview"
              meta={
                <>
                  Changes to <code>{data.sourceBranch}</code> in files with conflicts
                </>
              }
              actions={
                <Button size="sm" variant="ghost" onClick={conflicts.closePreview}>
                  Close preview
                </Button>
              }
            />
            {conflicts.preview.trim() === '' ? (
              <p className="px-4 py-3 text-fg-muted">These files stay as they are in the source branch.</p>
            ) : (
              <PatchView patch={conflicts.preview} label="Preview of the resolution" />
            )}
          </Card>
        )}
        {data.strategies.length > 1 && (
          <RadioGroup
            label="Commit as"
            name="strategy"
            value={conflicts.strategy}
            onValueChange={(value) => conflicts.setStrategy(value === 'rebase' ? 'rebase' : 'merge')}
            options={data.strategies.map((strategy) => STRATEGIES[strategy])}
          />
        )}
        {!isRebase && (
          <TextArea
            label="Commit message"
            value={conflicts.message.text}
            onValueChange={conflicts.message.setText}
            minRows={MESSAGE_ROWS}
            code
            required
          />
        )}
        {conflicts.failure !== null && (
          <Banner
            tone="danger"
            live
            action={
              conflicts.failure instanceof AppError &&
              conflicts.failure.code === 'conflicts_changed' && (
                <Button size="sm" onClick={() => void conflicts.reload()}>
                  Load new conflicts
                </Button>
              )
            }
          >
            {typeof conflicts.failure === 'string' ? conflicts.failure : conflicts.failure.message}
          </Banner>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            busy={conflicts.busy === 'commit'}
            disabled={!isReady || (!isRebase && conflicts.message.text.trim() === '')}
            onClick={() => void conflicts.commit()}
          >
            {isRebase ? 'Rebase source branch' : 'Commit to source branch'}
          </Button>
          <Button busy={conflicts.busy === 'preview'} disabled={!isReady} onClick={() => void conflicts.showPreview()}>
            Preview changes
          </Button>
          <Button variant="ghost" asChild>
            <a href={data.path}>Cancel</a>
          </Button>
          {isRebase && conflicts.busy === 'commit' && (
            <span role="status" className="text-fg-muted">
              Rebase in progress
            </span>
          )}
          {!isReady && data.blocker === null && (
            <span className="text-fg-muted">Resolve {plural(conflicts.unresolved, 'more file')} to continue.</span>
          )}
        </div>
      </div>
    </PageBody>
  );
}
