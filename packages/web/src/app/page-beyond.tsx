import { FileX } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageUrl } from './navigation.tsx';

/** Stands for the rows of a page after the last one, as old links and removed things leave behind. */
export function PageBeyond() {
  const { hrefWith } = usePageUrl();
  return (
    <EmptyState
      icon={FileX}
      title="Nothing on this page"
      text="The list no longer has this many pages."
      action={
        <Button asChild>
          <a href={hrefWith({ page: null })}>Go to the first page</a>
        </Button>
      }
    />
  );
}
