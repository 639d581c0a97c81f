import { type SavedReplyItem, savedReplyPath } from '@tributary/contract/discussions/saved-replies.ts';
import { Pencil } from 'lucide-react';
import { useRef } from 'react';
import { focusAfterChange, keepFocusOnPage } from '../../app/next-focus.ts';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { useOpenForm } from './autosave-slots.ts';
import { TemplateForm } from './template-form.tsx';

export function TemplateRow({ template }: { template: SavedReplyItem }) {
  const { id, name, content } = template;
  const { isOpen, isAsked, open, close } = useOpenForm(id);
  const editButton = useRef<HTMLButtonElement>(null);
  const { button, error } = useRowRemoval({
    path: savedReplyPath(id),
    name,
    title: 'Delete this template?',
    text: (
      <>
        Text written with <bdi className="font-medium text-fg wrap-anywhere">{name}</bdi> does not change.
      </>
    ),
    action: 'Delete template',
  });
  if (isOpen) {
    return (
      <li data-row className="border-b p-3 last:border-b-0">
        <TemplateForm
          template={template}
          autoFocus={isAsked}
          onClose={() => {
            focusAfterChange(close, editButton);
            // Under its new name it may stand on another page.
            keepFocusOnPage();
          }}
        />
      </li>
    );
  }
  return (
    <ListRow
      title={<bdi>{name}</bdi>}
      meta={
        <>
          <span dir="auto" className="line-clamp-3 whitespace-pre-line">
            {content}
          </span>
          <RowProblem text={error} />
        </>
      }
      trailingInline
      trailing={
        <span className="flex gap-1">
          <IconButton ref={editButton} icon={Pencil} label={`Edit ${name}`} variant="ghost" onClick={open} />
          {button}
        </span>
      }
    />
  );
}
