import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { Suspense, useRef, useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { TextHistory } from '../../app/autosave/text-history.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CommitSection } from './commit-section.tsx';
import type { CodeEditorHandle } from './code-editor.tsx';
import { COMMIT_LABEL, EDITOR_KEYS } from './commit-keys.ts';
import { EditorBar } from './editor-bar.tsx';
import type { EditorTab } from './editor-views.tsx';
import { ChangesPreview, MarkdownPreview } from './editor-previews.tsx';
import { AutosaveHint } from './autosave-hint.tsx';
import {
  fieldsOfFile,
  fileOfFields,
  fileDraftScope,
  MESSAGE_FIELD,
  oldDraftKey,
  parseOldFileDraft,
  TEXT_FIELD,
} from '../model/file-draft.ts';
import { languageOfPath } from '../model/language-of-path.ts';
import { joinPath } from '../model/path-key.ts';
import { RestoredDraft } from './restored-draft.tsx';
import { type EditedFile, useFileCommit } from './use-file-commit.ts';
import { useCommitTarget } from './use-commit-target.ts';
import { useDraftsLoaded, useFileDraft, useFoundDraft } from './use-file-draft.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CodeEditor = lazyPart(() => import('./code-editor.tsx'));

export type FileEditorProps = {
  projectPath: string;
  /** Path key of the directory a new file goes to. */
  directory: string;
  /** Of a new file, to begin with. */
  fileName?: string;
  original: EditedFile | null;
  language: string | null;
  form: CommitForm;
  cancelHref: string;
};

/** What the editor will take, so that nothing below it moves when it has come. */
function editorHeight(text: string): string {
  return `max(320px, min(${text.split('\n').length * 20 + 16}px, 70vh))`;
}

const firstPath = ({ original, fileName = '' }: FileEditorProps): string =>
  original === null ? fileName : displayPath(original.path);

/** Renamed within its directory or moved by a path; a path that is no text can only stay as it is. */
function useFilePath(props: FileEditorProps, restored: string | undefined) {
  const { original, directory } = props;
  const isFixed = original !== null && original.path.startsWith('//');
  const first = firstPath(props);
  const [typed, setTyped] = useState(restored !== undefined && restored !== '' && !isFixed ? restored : first);
  const trimmed = typed.trim().replace(/^\/+/, '');
  const key = isFixed ? original.path : original === null ? joinPath(directory, trimmed) : trimmed;
  return { isFixed, typed, setTyped, key, isEmpty: trimmed === '', isChanged: typed !== first };
}

/** As soon as it is known what was left of the file. */
export function FileEditor(props: FileEditorProps) {
  const { original, form } = props;
  const of = [form.projectId, form.branch, original?.path ?? `new:${props.directory}`] as const;
  const place = fileDraftScope(...of);
  const isKnown = useDraftsLoaded(place, { key: oldDraftKey(...of), parse: parseOldFileDraft, fieldsOf: fieldsOfFile });
  if (!isKnown) return <Skeleton width="100%" height={editorHeight(original?.content ?? '')} />;
  return <Editor key={place} {...props} place={place} />;
}

function Editor(props: FileEditorProps & { place: string }) {
  const { place, projectPath, original, form, cancelHref } = props;
  const navigate = useNavigate();
  const editor = useRef<CodeEditorHandle>(null);
  const [tab, setTab] = useState<EditorTab>('edit');
  const [shown, setShown] = useState('');
  const [isWrapped, setWrapped] = useStored('code.wrap', false, parseBoolean);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const found = useFoundDraft(place, fileOfFields);
  const commit = useFileCommit(projectPath, form, original, found?.baseCommitId ?? null);
  const path = useFilePath(props, found?.path);
  const name = path.typed.slice(path.typed.lastIndexOf('/') + 1);
  const fallback = original === null ? `Add ${name || 'new file'}` : `Update ${name}`;
  const target = useCommitTarget(form, fallback, { message: found?.message });
  const initial = found?.content ?? original?.content ?? '';
  const language = languageOfPath(path.typed) ?? props.language;
  const draft = useFileDraft(place, () => {
    const content = editor.current?.text();
    if (content === undefined) return undefined;
    return fieldsOfFile({
      content: content === commit.base.content ? null : content,
      path: path.isChanged ? path.typed : '',
      message: target.message,
      baseCommitId: commit.base.lastCommitId,
    });
  });

  const text = (): string => editor.current?.text() ?? initial;
  const show = (next: EditorTab): void => {
    setShown(text());
    setTab(next);
  };
  const check = (content: string): Record<string, string> => {
    if (path.isEmpty) return { path: 'Enter a name for the file.' };
    if (original !== null && !path.isChanged && content === commit.base.content && !commit.base.isGone) {
      return { base: 'There are no changes to commit.' };
    }
    return target.problems();
  };
  const submit = async (): Promise<void> => {
    if (commit.isBusy) return;
    const content = text();
    const found = check(content);
    setErrors(found);
    commit.setProblem(found['base'] ?? null);
    if (Object.keys(found).length > 0) return;
    draft.touch();
    if (!(await commit.submit(target.target(), path.key, content))) return setShown(content);
    draft.clear(true);
    return navigate(target.next((branch) => repositoryPaths.blob(projectPath, branch, path.key)));
  };
  const keys = EDITOR_KEYS.keys['editor.commit'];
  const act = { id: 'editor.commit', keys, label: COMMIT_LABEL, inInputs: true };
  useHotkeys([{ ...act, run: () => void submit() }], { scope: 'File editor' });
  const take = (chosen: string): void => {
    editor.current?.replace(chosen);
    commit.settle();
    setTab('edit');
    editor.current?.focus();
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
          currentCommitId={original?.lastCommitId ?? null}
          onDiscard={() => {
            editor.current?.replace(original?.content ?? '');
            path.setTyped(firstPath(props));
            target.setMessage('');
            commit.restart();
            draft.clear(false);
          }}
        />
      )}
      <section aria-label="File" className="rounded-md border bg-raised">
        <EditorBar
          directory={original === null ? displayPath(props.directory) : ''}
          path={path.typed}
          isFixed={path.isFixed}
          error={errors['path']}
          onPathChange={(value) => {
            path.setTyped(value);
            draft.touch();
          }}
          tab={tab}
          onTab={show}
          hasPreview={language === 'markdown'}
          isWrapped={isWrapped}
          onWrap={setWrapped}
          history={
            <TextHistory
              slot={{ place, field: TEXT_FIELD }}
              of="file"
              onRestore={(earlier) => {
                editor.current?.replace(earlier);
                setTab('edit');
              }}
            />
          }
        />
        <div hidden={tab !== 'edit'}>
          <Suspense fallback={<Skeleton width="100%" height={editorHeight(initial)} />}>
            <CodeEditor
              initial={initial}
              label={`Text of ${path.typed || 'the new file'}`}
              language={language}
              isWrapped={isWrapped}
              onChange={draft.touch}
              submitKeys={EDITOR_KEYS}
              onSubmit={() => void submit()}
              handle={editor}
            />
          </Suspense>
        </div>
        {tab === 'preview' && <MarkdownPreview text={shown} projectPath={projectPath} />}
        {tab === 'changes' && <ChangesPreview before={commit.base.content} after={shown} name={path.typed} />}
        <p className="border-t px-3 py-1 text-sm text-fg-muted max-sm:hidden">
          Tab indents. Press Esc, then Tab to leave the editor. <AutosaveHint place={place} />
        </p>
      </section>
      <CommitSection
        name={path.typed}
        commit={commit}
        mine={shown}
        onTake={take}
        form={form}
        target={target}
        placeholder={fallback}
        errors={errors}
        onMessageChange={draft.touch}
        slot={{ place, field: MESSAGE_FIELD }}
      >
        <Button asChild>
          <a href={cancelHref}>Cancel</a>
        </Button>
      </CommitSection>
    </form>
  );
}
