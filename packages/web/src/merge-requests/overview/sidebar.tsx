import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { api } from '../../lib/http.ts';
import { EditChoice } from '../../planning/sidebar/edit-choice.tsx';
import { searchUsers, userOption } from '../../planning/sidebar/find-options.tsx';
import {
  AssigneesBlock,
  LabelsBlock,
  LockBlock,
  MilestoneBlock,
  NotificationsBlock,
  ParticipantsBlock,
  userIdsChange,
} from '../../planning/sidebar/item-blocks.tsx';
import { SideBlock, SideNone } from '../../planning/sidebar/side-block.tsx';
import { TimeBlock } from '../../planning/sidebar/time-block.tsx';
import { Approvals } from './approvals.tsx';
import { ReviewerRow } from './reviewer-row.tsx';

type Shown = MergeRequestShowPageData;

const KEYS_GROUP = 'Merge request';

function Reviewers({ page, save }: { page: Shown; save: (body: object) => Promise<unknown> }) {
  const { mergeRequest: mr, can } = page;
  return (
    <SideBlock
      title="Reviewers"
      edit={
        can.review && (
          <EditChoice
            title="Reviewers"
            multiple
            value={mr.reviewers.map(userOption)}
            load={(query, signal) => searchUsers(mr.projectId, query, signal)}
            save={(change) => save(userIdsChange('reviewer', change))}
          />
        )
      }
    >
      {mr.reviewers.length === 0 ? (
        <SideNone />
      ) : (
        <ul>
          {mr.reviewers.map((each) => (
            <ReviewerRow key={each.id} reviewer={each} />
          ))}
        </ul>
      )}
    </SideBlock>
  );
}

/** Who is in it, how it is planned, and how the reader hears of it. */
export function MergeRequestSidebar({ page }: { page: Shown }) {
  const { mergeRequest: mr, can, paths } = page;
  const save = (body: object) => api.put(paths.api, { body });
  const part = { item: mr, save, keysGroup: KEYS_GROUP };
  return (
    <div>
      <Reviewers page={page} save={save} />
      <AssigneesBlock {...part} mayChange={can.assign} />
      <SideBlock title="Approvals">
        <Approvals page={page} />
      </SideBlock>
      <LabelsBlock {...part} mayChange={can.label} listPath={paths.list} />
      <MilestoneBlock {...part} mayChange={can.label} />
      <TimeBlock time={mr.time} api={paths.api} mayChange={can.label} />
      <ParticipantsBlock item={mr} />
      {can.subscribe && <NotificationsBlock item={mr} paths={paths} />}
      {can.lock && <LockBlock item={mr} save={save} />}
    </div>
  );
}
