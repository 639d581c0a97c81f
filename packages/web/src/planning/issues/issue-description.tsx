import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { DescriptionProblem } from '../../discussions/threads/description-problem.tsx';
import { Checklist } from '../../discussions/threads/checklist.tsx';
import { ConflictNotice } from '../../discussions/writing/conflict-notice.tsx';
import { descriptionOf } from '../../discussions/store/note-problems.ts';
import { type WithCommandResults, showCommandResults } from '../../discussions/store/show-command-results.ts';
import { mayBeSent } from '../../discussions/writing/sending/may-be-sent.ts';
import { useFormFailure } from '../../discussions/writing/sending/use-form-failure.ts';
import { MarkdownEditor } from '../../discussions/writing/markdown-editor.tsx';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useTextVersion } from '../../discussions/writing/use-text-version.ts';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useHasAutosave, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { isAppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { FormError } from '../../ui/form.tsx';
import { EditedLabel } from '../edited-label.tsx';
import { Prose } from '../../ui/prose.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Shown = IssueShowPageData;

/** Title and text in place. When someone else was faster, both texts are shown and nothing is overwritten. */
function Editor({ page, autoFocus, onDone }: { page: Shown; autoFocus: boolean; onDone: () => void }) {
  const { issue, paths, notes } = page;
  // What the editor began with, to tell what someone else changed.
  const [began] = useState(issue);
  const place = autosaveScopeOf(notes);
  const { version, see } = useTextVersion(place, began.version);
  const title = useAutosavedText({ place, field: 'title' }, began.title, version);
  const text = useAutosavedText({ place, field: 'description' }, began.description, version);
  const [isConflict, setConflict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { form, failure, clear, mayTry, tellOf } = useFormFailure();
  const { headersFor, arrived } = useSentForm(place, ['title', 'description'], onDone);
  const save = async () => {
    if (!mayTry(title.text, text.text)) return undefined;
    setBusy(true);
    clear();
    try {
      const texts = [title.text, text.text];
      const before = [began.title, began.description];
      if (!(await mayBeSent({ texts, before, noun: 'issue', action: 'Save changes' }))) return setBusy(false);
      // What was not touched is left as others have it by now.
      const body = {
        ...(title.text !== began.title && { title: title.text }),
        ...(text.text !== began.description && { description: text.text }),
        last_known_updated_at: version,
      };
      const headers = headersFor(body);
      showCommandResults(await api.put<WithCommandResults>(paths.api, { body, headers }), descriptionOf(paths.self));
      arrived();
      title.sent();
      text.sent();
      await showSaved();
      onDone();
      return undefined;
    } catch (error) {
      if (isAppError(error) && error.status === 409) {
        await reloadPage();
        setConflict(true);
      } else tellOf(error);
    }
    setBusy(false);
    return undefined;
  };
  const theirs = issue.title === began.title ? issue.description : `${issue.title}\n\n${issue.description}`;
  const cancel = async () => {
    const isChanged = title.text !== began.title || text.text !== began.description;
    const mayGo =
      !isChanged ||
      (await confirm({
        title: 'Are you sure you want to cancel editing this issue?',
        action: 'Cancel editing',
        cancel: 'Continue editing',
      }));
    if (!mayGo) return;
    title.discard();
    text.discard();
    onDone();
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        // Of a layer that stands above the editor, the key closes that one alone.
        if (event.key === 'Escape' && !event.defaultPrevented) void cancel();
      }}
    >
      <FormError form={failure} />
      {isConflict && (
        <ConflictNotice
          noun="issue"
          conflict={{
            text: theirs,
            onSeen: () => {
              setConflict(false);
              // What was seen may be replaced now.
              see(issue.version);
            },
          }}
          onTake={() => {
            title.setText(issue.title);
            text.setText(issue.description);
          }}
        />
      )}
      <TextField
        label="Title"
        required
        value={title.text}
        onValueChange={title.setText}
        maxLength={255}
        error={failure.title}
      />
      <MarkdownEditor
        label="Description"
        value={text.text}
        onValueChange={text.setText}
        previewPath={notes.previewMarkdownPath}
        uploadsPath={notes.uploadsPath}
        slot={{ place, field: 'description' }}
        minRows={8}
        autoFocus={autoFocus}
        onSubmitKey={() => void save()}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy} disabled={isConflict}>
          Save changes
        </Button>
        <Button variant="ghost" onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What the issue is about, with its own editor. */
export function IssueDescription(props: { page: Shown; isEditing: boolean; setEditing: (isEditing: boolean) => void }) {
  const { page, isEditing: isAsked, setEditing } = props;
  const { issue, can } = page;
  // What was begun and not saved opens again by itself, and stays open while it is written, whatever stands there.
  const place = autosaveScopeOf(page.notes);
  const hasTitle = useHasAutosave({ place, field: 'title' });
  const isBegun = useHasAutosave({ place, field: 'description' }) || hasTitle;
  const [isOpen, setOpen] = useState(false);
  if (isBegun && can.update && !isOpen) setOpen(true);
  if (isAsked || isOpen) {
    return (
      <Editor
        page={page}
        autoFocus={isAsked}
        onDone={() => {
          setOpen(false);
          setEditing(false);
        }}
      />
    );
  }
  return (
    <DescriptionProblem path={page.paths.self}>
      {issue.description.trim() === '' ? (
        <p className="text-fg-faint">
          No description.{' '}
          {can.update && (
            <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
              Add one
            </Button>
          )}
        </p>
      ) : (
        <Checklist
          html={issue.descriptionHtml}
          text={issue.description}
          noun="issue"
          send={can.update ? (change) => api.put(page.paths.task, { body: change }) : null}
          refresh={reloadPage}
        >
          <Prose html={issue.descriptionHtml} />
        </Checklist>
      )}
      <EditedLabel of={issue} />
    </DescriptionProblem>
  );
}
