import type { CiEditorPageData, ConfigProblem } from '@tributary/contract/ci/config-editor.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { TextHistory } from '../../app/autosave/text-history.tsx';
import { useNavigate } from '../../app/navigation.tsx';
import { AutosaveHint } from '../../repositories/editor/autosave-hint.tsx';
import { CommitSection } from '../../repositories/editor/commit-section.tsx';
import CodeEditor, { type CodeEditorHandle } from '../../repositories/editor/code-editor.tsx';
import { EDITOR_KEYS } from '../../repositories/editor/commit-keys.ts';
import {
  fieldsOfFile,
  fileDraftScope,
  fileOfFields,
  MESSAGE_FIELD,
  oldDraftKey,
  parseOldFileDraft,
  TEXT_FIELD,
} from '../../repositories/model/file-draft.ts';
import { RestoredDraft } from '../../repositories/editor/restored-draft.tsx';
import { useCommitTarget } from '../../repositories/editor/use-commit-target.ts';
import { useFileCommit } from '../../repositories/editor/use-file-commit.ts';
import { useDraftsLoaded, useFileDraft, useFoundDraft } from '../../repositories/editor/use-file-draft.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CheckStatus } from './check-status.tsx';
import { FullConfigView, ValidateView, VisualizeView } from './config-views.tsx';
import { configExtensions, goToProblem, markProblems } from './editor-extensions.ts';
import { StarterChoice } from './starter-choice.tsx';
import { useConfigCheck } from './use-config-check.ts';

type Props = {
  data: CiEditorPageData;
  /** It was committed to the branch that is edited. */
  onCommitted: () => void;
};

/** As soon as it is known what was left of the file: the editor of a single file keeps its drafts in the same way. */
export default function ConfigEditor(props: Props) {
  const { projectId, branch, path } = props.data;
  const place = fileDraftScope(projectId, branch, path);
  const isKnown = useDraftsLoaded(place, {
    key: oldDraftKey(projectId, branch, path),
    parse: parseOldFileDraft,
    fieldsOf: fieldsOfFile,
  });
  return isKnown ? <Editor {...props} place={place} /> : <Skeleton height="60vh" />;
}

function Editor({ data, onCommitted, place }: Props & { place: string }) {
  const { projectPath, branch, path, form, lastCommitId } = data;
  const navigate = useNavigate();
  const editor = useRef<CodeEditorHandle>(null);
  const [tab, setTab] = useState('edit');
  const [mine, setMine] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [original] = useState(data.content === null ? null : { path, content: data.content, lastCommitId });
  const found = useFoundDraft(place, fileOfFields);
  const initial = found?.content ?? data.content ?? '';
  const [isEmpty, setEmpty] = useState(initial.trim() === '');
  const [isChanged, setChanged] = useState(initial !== (data.content ?? ''));
  const commit = useFileCommit(projectPath, form, original, found?.baseCommitId ?? null);
  const fallback = original === null ? `Add ${path}` : `Update ${path}`;
  const target = useCommitTarget(form, fallback, { message: found?.message });
  const text = (): string => editor.current?.text() ?? initial;
  const check = useConfigCheck({ projectPath, branch }, text);
  const extensions = useMemo(() => configExtensions(data), [data]);
  const draft = useFileDraft(place, () => {
    const content = editor.current?.text();
    if (content === undefined) return undefined;
    return fieldsOfFile({
      content: content === commit.base.content ? null : content,
      path: '',
      message: target.message,
      baseCommitId: commit.base.lastCommitId,
    });
  });
  const { checkNow, result } = check;
  useEffect(() => checkNow(), [checkNow]);
  useEffect(() => {
    const view = editor.current?.view();
    if (view) markProblems(view, result ?? { errors: [], warnings: [] });
  }, [result]);

  const onChange = (): void => {
    setEmpty(text().trim() === '');
    setChanged(text() !== commit.base.content);
    draft.touch();
    check.touch();
  };
  const take = (chosen: string): void => {
    editor.current?.replace(chosen);
    commit.settle();
    setTab('edit');
    editor.current?.focus();
  };
  const goTo = (problem: ConfigProblem): void => {
    setTab('edit');
    // The tab is there at the next frame.
    requestAnimationFrame(() => {
      const view = editor.current?.view();
      if (view) goToProblem(view, problem);
    });
  };
  const problemsOf = (content: string): Record<string, string> => {
    if (content.trim() === '') return { base: 'Write a configuration before you commit it.' };
    const isSame = original !== null && content === commit.base.content && !commit.base.isGone;
    return isSame ? { base: 'There are no changes to commit.' } : target.problems();
  };
  const submit = async (): Promise<void> => {
    if (commit.isBusy || commit.conflict !== null) return;
    const content = text();
    const problems = problemsOf(content);
    setErrors(problems);
    commit.setProblem(problems['base'] ?? null);
    if (Object.keys(problems).length > 0) return;
    draft.touch();
    const to = target.target();
    if (!(await commit.submit(to, path, content))) return setMine(content);
    draft.clear(true);
    if (to.startBranch === null) return onCommitted();
    return navigate(target.next((name) => `/${projectPath}/-/ci/editor?branch_name=${encodeURIComponent(name)}`));
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      {found !== null && (
        <RestoredDraft
          draft={found}
          currentCommitId={lastCommitId}
          onDiscard={() => {
            editor.current?.replace(data.content ?? '');
            target.setMessage('');
            commit.restart();
            draft.clear(false);
          }}
        />
      )}
      {isEmpty && data.starters.length > 0 && (
        <StarterChoice
          path={path}
          branch={branch}
          starters={data.starters}
          onPick={(starter) => {
            editor.current?.replace(starter.text);
            setTab('edit');
            editor.current?.focus();
          }}
        />
      )}
      <CheckStatus check={check} onGoTo={goTo} />
      <Tabs
        label="Pipeline editor"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            key: 'edit',
            label: 'Edit',
            isKept: true,
            content: (
              <section aria-label="Configuration" className="overflow-clip rounded-md border bg-raised">
                <div className="flex flex-wrap items-center justify-between gap-2 border-b px-3 py-1.5">
                  <a
                    href={original === null ? undefined : repositoryPaths.blob(projectPath, branch, path)}
                    className="rounded-sm font-mono text-code wrap-anywhere"
                  >
                    <bdi>{path}</bdi>
                  </a>
                  <span className="flex items-center gap-2">
                    <TextHistory
                      slot={{ place, field: TEXT_FIELD }}
                      of="file"
                      onRestore={(earlier) => editor.current?.replace(earlier)}
                    />
                    {original !== null && (
                      <Button
                        size="sm"
                        disabled={!isChanged}
                        onClick={async () => {
                          const isSure = await confirm({
                            title: 'Discard your changes?',
                            text: 'The text is set back to what the branch has. You can undo this in the editor.',
                            action: 'Discard changes',
                            danger: true,
                          });
                          if (!isSure) return;
                          editor.current?.replace(commit.base.content);
                          editor.current?.focus();
                        }}
                      >
                        Discard changes
                      </Button>
                    )}
                  </span>
                </div>
                <Suspense fallback={<Skeleton height="320px" />}>
                  <CodeEditor
                    initial={initial}
                    label={`Text of ${path}`}
                    language="yaml"
                    isWrapped={false}
                    onChange={onChange}
                    submitKeys={EDITOR_KEYS}
                    onSubmit={() => void submit()}
                    handle={editor}
                    extensions={extensions}
                  />
                </Suspense>
                <p className="border-t px-3 py-1 text-sm text-fg-muted max-sm:hidden">
                  Ctrl+Space completes. Tab indents. Press Esc, then Tab to leave the editor.{' '}
                  <AutosaveHint place={place} />
                </p>
              </section>
            ),
          },
          { key: 'visualize', label: 'Visualize', content: <VisualizeView check={check} /> },
          {
            key: 'validate',
            label: 'Validate',
            content: <ValidateView projectPath={projectPath} branch={branch} text={text} />,
          },
          { key: 'merged', label: 'Full configuration', content: <FullConfigView check={check} /> },
        ]}
      />
      <CommitSection
        name={path}
        commit={commit}
        mine={mine}
        onTake={take}
        form={form}
        target={target}
        placeholder={fallback}
        errors={errors}
        onMessageChange={draft.touch}
        slot={{ place, field: MESSAGE_FIELD }}
      />
    </form>
  );
}
