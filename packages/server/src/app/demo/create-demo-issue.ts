import type { DemoService } from './demo-service.ts';
import type { IssueStory, IssueStep } from './issue-story.ts';
import type { CreatedDemoProject } from './create-demo-merge-request.ts';

const DAY_MS = 86_400_000;

type Issue = { iid: number };
type Scene = { service: DemoService; path: string; threads: Map<string, string>; title: string };

/** Opens the issue and lets everything happen on it. `present` is the day that dates are counted from. */
export async function createDemoIssue(
  service: DemoService,
  place: CreatedDemoProject,
  story: IssueStory,
  present: Date,
) {
  place.clock.goTo(new Date(present.getTime() - story.daysAgo * DAY_MS));
  place.clock.pass(story.turns.length);
  const issues = `/projects/${place.projectId}/issues`;
  const { iid } = await service.call<Issue>(story.author, 'POST', issues, {
    title: story.title,
    description: story.description,
    labels: story.labels.join(','),
    assignee_ids: (story.assignees ?? []).map((name) => place.userIds.get(name)),
    confidential: story.isConfidential ?? false,
    ...(story.hasMilestone && { milestone_id: place.milestoneId }),
    ...(story.weight !== undefined && { weight: story.weight }),
    ...(story.dueInDays !== undefined && { due_date: dayAfter(present, story.dueInDays) }),
  });
  const path = `${issues}/${iid}`;
  for (const blocked of story.blocks ?? []) {
    const link = { target_project_id: place.projectId, target_issue_iid: blocked, link_type: 'blocks' };
    await service.call(story.author, 'POST', `${path}/links`, link);
  }
  const scene: Scene = { service, path, threads: new Map(), title: story.title };
  for (const [index, turn] of story.turns.entries()) {
    place.clock.pass(story.turns.length - index - 1);
    await play(scene, turn);
  }
}

function dayAfter(present: Date, days: number): string {
  return new Date(present.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

async function play({ service, path, threads, title }: Scene, turn: IssueStep): Promise<void> {
  if ('comments' in turn) return service.call(turn.by, 'POST', `${path}/notes`, { body: turn.comments });
  if ('does' in turn) return service.call(turn.by, 'PUT', path, { state_event: turn.does });
  if ('reacts' in turn) return service.call(turn.by, 'POST', `${path}/award_emoji`, { name: turn.reacts });
  if ('answers' in turn) {
    const id = threads.get(turn.answers);
    if (id === undefined) throw new Error(`${title}: there is no thread ${turn.answers}`);
    return service.call(turn.by, 'POST', `${path}/discussions/${id}/notes`, { body: turn.says });
  }
  const made = await service.call<{ id: string }>(turn.by, 'POST', `${path}/discussions`, { body: turn.says });
  threads.set(turn.thread, made.id);
}
