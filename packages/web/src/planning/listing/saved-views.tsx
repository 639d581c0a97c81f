import { type SavedViewList, type SavedViews, viewQuery } from '@tributary/contract/planning/saved-views.ts';
import { Bookmark, ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';

const Items = lazyPart(async () => ({ default: (await import('./saved-view-parts.tsx')).SavedViewItems }));
const SaveView = lazyPart(
  async () => ({ default: (await import('./saved-view-parts.tsx')).SaveViewDialog }),
  ({ onClose }) => onClose,
);
const ManageViews = lazyPart(
  async () => ({ default: (await import('./saved-view-parts.tsx')).ManageViewsDialog }),
  ({ onClose }) => onClose,
);

/** The filters and orders of this list that the user saved, and how to save the present one; beside the tabs of the list. */
export function SavedViewsMenu({ list, saved }: { list: SavedViewList; saved: SavedViews }) {
  const { url } = usePageUrl();
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const query = viewQuery(url.search);
  const current = saved.views.find((view) => view.query === query);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        align="end"
        later={Items}
        trigger={
          <Button size="sm" variant="ghost" icon={Bookmark} iconEnd={ChevronDown} className="max-w-48 min-w-0">
            {current ? (
              <span className="truncate">
                <span className="sr-only">View: </span>
                {current.name}
              </span>
            ) : (
              'Views'
            )}
          </Button>
        }
      >
        <Items
          views={saved.views}
          currentId={current?.id}
          pathname={url.pathname}
          onSave={() => setDialog('save')}
          onManage={() => setDialog('manage')}
        />
      </Menu>
      {dialog !== null && (
        <Suspense>
          {dialog === 'save' ? (
            <SaveView list={list} path={saved.path} query={query} onClose={close} />
          ) : (
            <ManageViews saved={saved} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
