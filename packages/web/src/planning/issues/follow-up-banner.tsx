import type { IssueNewPageData } from '@tributary/contract/planning/issue-page.ts';
import { Banner } from '../../ui/banner.tsx';

type FollowUp = NonNullable<IssueNewPageData['followUp']>;

/** What creating the issue does to the threads that it continues. */
export function FollowUpBanner({ followUp }: { followUp: FollowUp }) {
  const request = (
    <a href={followUp.path} className="font-medium hover:underline">
      {followUp.reference}
    </a>
  );
  const [before, after] = followUp.discussionId === null ? allTexts(followUp) : oneTexts(followUp);
  return (
    <Banner tone="info">
      {before} {request}
      {after}
    </Banner>
  );
}

type Texts = [beforeRequest: string, afterRequest: string];

function oneTexts({ openCount, resolvableCount, resolvedBy }: FollowUp): Texts {
  if (openCount === 0) {
    const after = 'meanwhile. You can still create this issue; it changes nothing there.';
    return resolvedBy === null
      ? ['The thread of', ` was resolved ${after}`]
      : [`${resolvedBy} resolved the thread of`, ` ${after}`];
  }
  if (resolvableCount > 0) return ['Creating this issue resolves the thread of', '.'];
  return ['You may not resolve the thread of', ': it stays open when you create this issue.'];
}

function allTexts({ openCount, resolvableCount }: FollowUp): Texts {
  if (openCount === 0)
    return ['No thread of', ' is open any more. You can still create this issue; it changes nothing there.'];
  if (resolvableCount === openCount) return ['Creating this issue resolves all open threads of', '.'];
  if (resolvableCount > 0) {
    return [
      `Creating this issue resolves ${resolvableCount} of ${openCount} open threads of`,
      ': those that you may resolve.',
    ];
  }
  return ['You may not resolve the open threads of', ': they stay open when you create this issue.'];
}

/** When neither the thread nor its merge request is found any more. */
export function followUpDeletedText({ reference, discussionId }: FollowUp): string {
  const what = discussionId === null ? reference : `The thread of ${reference}`;
  return `${what} is not there any more. Nothing that you wrote is lost: create the issue again, and it goes on without it.`;
}
