import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { PageNote, PageSuggestion } from '@tributary/contract/discussions/page.ts';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { WithHistory } from '../../app/autosave/with-history.tsx';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toDiffRows } from '../model/to-diff-rows.ts';
import { applySuggestions, fetchDiscussion } from '../store/queries.ts';
import { BATCH_FIELD, useBatch } from '../store/suggestion-batch.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { type UsedForm, useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { focusNote } from './note-focus.ts';

const ONE_FAILED = 'Something went wrong while applying the suggestion. Please try again.';
const BATCH_FAILED = 'Something went wrong while applying the batch of suggestions. Please try again.';

function explain(error: unknown, otherwise: string): string {
  return isAppError(error) && error.status >= 400 && error.status < 500 ? messageOf(error) : otherwise;
}

type Message = { message: string; headersFor: UsedForm['headersFor'] };

/** Applies suggestions, then reads their threads again: they are resolved by it. True when it is done. */
function useApply(note: PageNote) {
  const store = useDiscussionStore();
  const [batch, setBatch] = useBatch();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const apply = async (ids: number[], threads: string[], { message, headersFor }: Message) => {
    setBusy(true);
    setFailure(null);
    try {
      await store.withoutPolls(async () => {
        const asked = { ids, message };
        await applySuggestions(asked, headersFor(asked));
        setBatch(batch.filter((each) => !ids.includes(each.id)));
        for (const id of new Set(threads)) {
          store.put(await fetchDiscussion(store.notes, id));
          store.setExpanded(id, true);
        }
      });
      focusNote(note.id);
      return true;
    } catch (error) {
      setFailure(explain(error, ids.length > 1 ? BATCH_FAILED : ONE_FAILED));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { apply, isBusy, failure, dismiss: () => setFailure(null), batch, setBatch };
}

type ApplyFormProps = {
  label: string;
  /** Where the message is kept until it is of a commit. */
  field: string;
  isBusy: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onApply: (message: Message) => Promise<boolean>;
};

function ApplyForm(props: ApplyFormProps) {
  const { notes } = useDiscussionStore();
  const place = autosaveScopeOf(notes);
  const slot = { place, field: props.field };
  const { text: message, setText, sent } = useAutosavedText(slot);
  const { headersFor, arrived } = useSentForm(place, [props.field]);
  const apply = async () => {
    if (!(await props.onApply({ message, headersFor }))) return;
    arrived();
    sent();
  };
  return (
    <Popover
      title="Apply as a commit"
      open={props.isOpen}
      onOpenChange={props.onOpen}
      padded
      align="end"
      trigger={
        <Button size="sm" busy={props.isBusy}>
          {props.label}
        </Button>
      }
    >
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <WithHistory slot={slot} of="commit message" onRestore={setText}>
          <TextArea
            label="Commit message"
            hint="Leave blank for the default message. The author of the suggestion is credited as co-author."
            value={message}
            onValueChange={setText}
            minRows={2}
          />
        </WithHistory>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={props.isBusy}>
            Apply
          </Button>
        </div>
      </form>
    </Popover>
  );
}

function Actions({
  suggestion,
  note,
  act,
}: {
  suggestion: PageSuggestion;
  note: PageNote;
  act: ReturnType<typeof useApply>;
}) {
  const { batch, setBatch, isBusy } = act;
  const [isOpen, setOpen] = useState(false);
  if (suggestion.applied) {
    return suggestion.commit_path === null ? (
      <Badge tone="success" icon={Check}>
        Applied
      </Badge>
    ) : (
      <a href={suggestion.commit_path} aria-label="Applied. View commit">
        <Badge tone="success" icon={Check}>
          Applied
        </Badge>
      </a>
    );
  }
  const isBatched = batch.some((each) => each.id === suggestion.id);
  // What is being written stays with its writer when a push comes in between; trying says why it cannot be. What was put
  // into the batch can be taken out of it.
  if (!isOpen && !isBatched && (!suggestion.appliable || !suggestion.current_user.can_apply)) return null;
  const form = { isBusy, isOpen, onOpen: setOpen };
  const toggle = () =>
    setBatch(
      isBatched
        ? batch.filter((each) => each.id !== suggestion.id)
        : [...batch, { id: suggestion.id, discussionId: note.discussion_id }],
    );
  return (
    <>
      <Button size="sm" variant="ghost" className="max-sm:-ml-2" disabled={isBusy} onClick={toggle}>
        {isBatched ? 'Remove from batch' : 'Add suggestion to batch'}
      </Button>
      {isBatched ? (
        <ApplyForm
          label={`Apply ${plural(batch.length, 'suggestion')}`}
          {...form}
          field={BATCH_FIELD}
          onApply={(message) =>
            act.apply(
              batch.map((each) => each.id),
              batch.map((each) => each.discussionId),
              message,
            )
          }
        />
      ) : (
        batch.length === 0 && (
          <ApplyForm
            label="Apply suggestion"
            {...form}
            field={`suggestion-${suggestion.id}`}
            onApply={(message) => act.apply([suggestion.id], [note.discussion_id], message)}
          />
        )
      )}
    </>
  );
}

/** Proposed lines beside those they replace, with what can be done about them. */
export function Suggestion({ suggestion, note }: { suggestion: PageSuggestion; note: PageNote }) {
  const act = useApply(note);
  const rows = useMemo(() => toDiffRows(suggestion.diff_lines), [suggestion.diff_lines]);
  const lines =
    suggestion.from_line === suggestion.to_line
      ? `line ${suggestion.from_line}`
      : `lines ${suggestion.from_line} to ${suggestion.to_line}`;
  return (
    <div role="group" aria-label={`Suggested change to ${lines}`} className="my-2 overflow-hidden rounded-md border">
      <div className="flex min-h-9 flex-wrap items-center gap-2 border-b bg-raised px-3 py-1 max-sm:py-2">
        <span className="mr-auto text-sm font-medium max-sm:basis-full">Suggested change</span>
        <Actions suggestion={suggestion} note={note} act={act} />
      </div>
      {act.failure !== null && (
        <div className="p-2">
          <Banner tone="danger" live onDismiss={act.dismiss}>
            {act.failure}
          </Banner>
        </div>
      )}
      <DiffTable rows={rows} view="inline" label={`${displayPath(suggestion.file_path)}, ${lines}`} />
      {!suggestion.applied && suggestion.inapplicable_reason !== null && (
        <p className="border-t px-3 py-1.5 text-sm text-fg-muted">{suggestion.inapplicable_reason}</p>
      )}
    </div>
  );
}
