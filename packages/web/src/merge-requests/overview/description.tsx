import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { Prose } from '../../ui/prose.tsx';

/** The description, or the word that there is none. */
export function Description({ page }: { page: MergeRequestShowPageData }) {
  const { mergeRequest: mr, can, paths } = page;
  if (mr.description.trim() !== '') return <Prose html={mr.descriptionHtml} />;
  return (
    <p className="text-fg-faint">
      No description.{' '}
      {can.update && (
        <a href={paths.edit} className="text-accent-fg underline">
          Add one
        </a>
      )}
    </p>
  );
}
