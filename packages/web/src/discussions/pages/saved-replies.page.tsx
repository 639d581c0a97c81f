import {
  SAVED_REPLIES_MAX,
  type SavedRepliesPageData,
  savedRepliesAutosaveScope,
} from '@tributary/contract/discussions/saved-replies.ts';
import { MessageSquareText, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { focusAfterChange, keepFocusOnPage } from '../../app/next-focus.ts';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useOpenForm } from '../saved-replies/autosave-slots.ts';
import { TemplateForm } from '../saved-replies/template-form.tsx';
import { TemplateRow } from '../saved-replies/template-row.tsx';
import { useAutosaveScope } from '../../app/autosave/use-autosaved-text.ts';

/** Texts that a user writes again and again: seen and changed by that user alone. */
export default function SavedRepliesPage() {
  const { replies, search, page, perPage, total, room } = usePage<SavedRepliesPageData>().data;
  const { hrefWith } = usePageUrl();
  useAutosaveScope(savedRepliesAutosaveScope);
  const { isOpen, isAsked, open, close } = useOpenForm(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = room <= 0;
  const isEmpty = total === 0 && search === '';
  const add = !isOpen && !isFull && (
    <Button ref={addButton} variant="primary" onClick={open}>
      New template
    </Button>
  );
  const totalPages = Math.max(1, Math.ceil(total / perPage));
  return (
    <PageBody>
      <PageHeader
        title="Comment templates"
        meta={
          isFull
            ? `You have reached the limit of ${SAVED_REPLIES_MAX} comment templates. Delete one to create another.`
            : 'Reusable text for comments and descriptions. Only you can see your templates.'
        }
        actions={!isEmpty && add}
      />
      {isOpen && (
        <Card className="mb-4">
          <CardHeader title="New template" />
          <div className="p-4">
            <TemplateForm
              template={null}
              autoFocus={isAsked}
              onClose={() => {
                focusAfterChange(close, addButton);
                keepFocusOnPage();
              }}
            />
          </div>
        </Card>
      )}
      {!isEmpty && <PageFilterBar fields={[]} placeholder="Search comment templates" />}
      {replies.length > 0 && (
        <List label="Comment templates">
          {replies.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </List>
      )}
      {isEmpty && !isOpen && (
        <EmptyState
          icon={MessageSquareText}
          title="No comment templates yet"
          text="Save text you use often and insert it into comments and descriptions."
          action={add}
        />
      )}
      {total === 0 && search !== '' && (
        <EmptyState icon={SearchX} title="No matching comment templates" text="Try a different name or text." />
      )}
      {total > 0 && replies.length === 0 && <PageBeyond />}
      <Pagination
        page={page}
        totalPages={totalPages}
        hasNext={page < totalPages}
        hrefFor={(number) => hrefWith({ page: String(number) })}
      />
    </PageBody>
  );
}
