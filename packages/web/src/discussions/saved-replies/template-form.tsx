import {
  savedReplyPreviewPath,
  SAVED_REPLY_MAX_CONTENT_CHARS,
  SAVED_REPLY_MAX_NAME_CHARS,
  type SavedRepliesPageData,
  savedRepliesPath,
  savedRepliesAutosaveScope,
  type SavedReplyItem,
  savedReplyPath,
} from '@tributary/contract/discussions/saved-replies.ts';
import { type FormEvent, useRef, useState } from 'react';
import { reloadPage, updatePageData } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { describeFailure, focusFirstInvalid, FormError } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { MarkdownEditor } from '../writing/markdown-editor.tsx';
import { slotsOf } from './autosave-slots.ts';

type Problems = { name?: string | undefined; content?: string | undefined; message: string | null };

const NONE: Problems = { message: null };

/** At once; the list that is asked for then may know its place better. */
function show(saved: SavedReplyItem): void {
  updatePageData<SavedRepliesPageData>((data) => {
    const { replies } = data;
    // Another page by now.
    if (!Array.isArray(replies)) return data;
    if (replies.some(({ id }) => id === saved.id)) {
      return { ...data, replies: replies.map((each) => (each.id === saved.id ? saved : each)) };
    }
    const at = replies.findIndex(({ name }) => name.toLowerCase().localeCompare(saved.name.toLowerCase()) > 0);
    return {
      ...data,
      replies: replies.toSpliced(at < 0 ? replies.length : at, 0, saved),
      total: data.total + 1,
      room: data.room - 1,
    };
  });
}

/** Sends the two texts; what is wrong stands at its field, and both stay as they are. */
function useTemplate(template: SavedReplyItem | null, onClose: () => void) {
  const slots = slotsOf(template?.id ?? null);
  const name = useAutosavedText(slots.name, template?.name);
  const content = useAutosavedText(slots.content, template?.content);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState(NONE);
  const [isBusy, setBusy] = useState(false);
  const { headersFor, arrived } = useSentForm(
    savedRepliesAutosaveScope,
    [slots.name.field, slots.content.field],
    onClose,
  );
  const toast = useToast();
  const tell = (next: Problems) => {
    setProblems(next);
    focusFirstInvalid(form.current);
  };
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (isBusy) return undefined;
    const body = { name: name.text.trim(), content: content.text };
    if (body.name === '' || body.content.trim() === '') {
      return tell({
        ...(body.name === '' && { name: 'Enter a name.' }),
        ...(body.content.trim() === '' && { content: 'Enter the text.' }),
        message: null,
      });
    }
    setBusy(true);
    setProblems(NONE);
    try {
      const headers = headersFor(body);
      const saved = template
        ? await api.put<SavedReplyItem>(savedReplyPath(template.id), { body, headers })
        : await api.post<SavedReplyItem>(savedRepliesPath, { body, headers });
      arrived();
      name.sent();
      content.sent();
      show(saved);
      toast({ text: `“${body.name}” was saved.`, tone: 'success' });
      onClose();
      // It is saved, whether its place in the list can be asked for or not.
      return await reloadPage().catch(() => undefined);
    } catch (error) {
      const [placed, message] = describeFailure(error, ['name', 'content']);
      tell({ ...placed, message });
    }
    return setBusy(false);
  };
  const cancel = async () => {
    const isChanged = name.text !== (template?.name ?? '') || content.text !== (template?.content ?? '');
    const question = template
      ? { title: 'Are you sure you want to cancel editing this template?', action: 'Cancel editing' }
      : { title: 'Are you sure you want to cancel creating this template?', action: 'Discard changes' };
    if (isChanged && !(await confirm({ ...question, cancel: 'Continue editing', danger: true }))) return;
    name.discard();
    content.discard();
    onClose();
  };
  const fieldOf = (key: 'name' | 'content', text: typeof name) => ({
    value: text.text,
    onValueChange: (next: string) => {
      setProblems((before) => ({ ...before, [key]: undefined }));
      text.setText(next);
    },
    error: problems[key],
    // What is typed meanwhile would be lost with the form.
    readOnly: isBusy,
  });
  return { form, problems, isBusy, submit, cancel, name: fieldOf('name', name), content: fieldOf('content', content) };
}

/** Name and text of a template; null: of a new one. What is typed is kept as in every form for texts. */
export function TemplateForm(props: { template: SavedReplyItem | null; autoFocus: boolean; onClose: () => void }) {
  const { template, autoFocus, onClose } = props;
  const { form, problems, isBusy, submit, cancel, name, content } = useTemplate(template, onClose);
  const left = SAVED_REPLY_MAX_CONTENT_CHARS - content.value.length;
  return (
    <form
      ref={form}
      aria-label={template ? `Edit ${template.name}` : 'New template'}
      className="flex max-w-180 flex-col gap-4"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormError form={problems} />
      <TextField
        label="Name"
        maxLength={SAVED_REPLY_MAX_NAME_CHARS}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was just asked for
        autoFocus={autoFocus}
        required
        {...name}
      />
      <MarkdownEditor
        label="Text"
        minRows={6}
        previewPath={savedReplyPreviewPath}
        uploadsPath={null}
        slot={slotsOf(template?.id ?? null).content}
        onSubmitKey={() => void submit()}
        {...content}
      />
      {left < 0 && <p className="text-sm text-failed">{`${-left} characters too many.`}</p>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Save template
        </Button>
        <Button disabled={isBusy} onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
