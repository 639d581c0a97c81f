import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { Checklist } from '../../discussions/threads/checklist.tsx';
import { DescriptionProblem } from '../../discussions/threads/description-problem.tsx';
import { api } from '../../lib/http.ts';
import { EditedLabel } from '../../planning/edited-label.tsx';
import { Prose } from '../../ui/prose.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The description, or the word that there is none, and what failed of the commands in it. */
export function Description({ page }: { page: MergeRequestShowPageData }) {
  return (
    <DescriptionProblem path={page.paths.overview}>
      <Text page={page} />
      <EditedLabel of={page.mergeRequest} />
    </DescriptionProblem>
  );
}

function Text({ page }: { page: MergeRequestShowPageData }) {
  const { mergeRequest: mr, can, paths } = page;
  if (mr.description.trim() !== '') {
    return (
      <Checklist
        html={mr.descriptionHtml}
        text={mr.description}
        noun="merge request"
        send={can.update ? (change) => api.put(paths.task, { body: change }) : null}
        refresh={reloadPage}
      >
        <Prose html={mr.descriptionHtml} />
      </Checklist>
    );
  }
  return (
    <p className="text-fg-faint">No description. {can.update && <TextLink href={paths.edit}>Add one</TextLink>}</p>
  );
}
