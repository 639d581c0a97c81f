import { ATOM_TYPE, type AtomEntry, atomFeed } from '../../../endpoints/http/atom-feed.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inProject } from '../../access/subjects.ts';
import { type ActivityView, listActivity } from '../reads/activity.ts';
import { toActivityItem } from '../render/to-page-activity.ts';

const ENTRIES = 40;

function entryOf(home: string, url: string, view: ActivityView): AtomEntry {
  const { id, actor, action, target, detail } = toActivityItem(view);
  return {
    id: `${home}/-/activity#event_${id}`,
    href: target === null || target.href === '' ? home : `${url}${target.href}`,
    title: [actor.name, action, target?.text ?? ''].join(' ').trim(),
    updatedAt: view.event.created_at,
    author: { name: actor.name },
    summary: detail ?? '',
  };
}

const activity = defineRoute({
  method: 'GET',
  path: '/activity.atom',
  ability: 'read_project',
  summary: 'Get the activity of a project as an Atom feed',
  tag: 'Project pages',
  subject: inProject,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject: { project }, reply }) => {
    const found = await listActivity(ctx, { projectIds: [project.id] }, { limit: ENTRIES });
    const href = `${ctx.config.url}/${project.full_path}`;
    reply.header('content-type', ATOM_TYPE);
    return atomFeed({
      title: `${project.name}: activity`,
      href,
      selfHref: `${href}.atom`,
      entries: found.map((view) => entryOf(href, ctx.config.url, view)),
    });
  },
});

/** Also at the address of the project with `.atom` after it. */
export const activityFeedRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', activity)];
