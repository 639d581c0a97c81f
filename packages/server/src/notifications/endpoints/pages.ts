import type { NotificationSettingsPageData, TodosPageData } from '@tributary/contract/notifications/page.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent, TODO_ACTIONS } from '@tributary/contract/notifications/enums.ts';
import { findMailAddress, profileContext } from '../../accounts/index.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import type { Context } from '../../platform/context.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { choiceAt, containerChoices } from '../reads/choices.ts';
import type { Choice } from '../rules/wants.ts';
import { countTodos, listTodos } from '../reads/list-todos.ts';
import { toTodoItem } from '../render/to-page.ts';
import { selfId } from '../viewer.ts';

type Subject = { policy: PolicySubject };
const PER_PAGE = 30;

async function loadTodos(ctx: Context, query: URLSearchParams): Promise<TodosPageData> {
  const state = query.get('state') === 'done' ? 'done' : 'pending';
  const action = TODO_ACTIONS.find((each) => each === query.get('action')) ?? null;
  const from = query.get('from') === 'bots' ? 'bots' : 'people';
  const reason = action === null ? {} : { actions: [action] };
  const filter = { ...reason, isByBot: from === 'bots' };
  const request = { page: pageNumber(query), perPage: PER_PAGE };
  const [page, pending, done, bots] = await Promise.all([
    listTodos(ctx, { ...filter, state }, request),
    countTodos(ctx, { ...filter, state: 'pending' }),
    countTodos(ctx, { ...filter, state: 'done' }),
    countTodos(ctx, { isByBot: true, state: 'pending' }),
  ]);
  return {
    state,
    action,
    from,
    counts: { pending, done, bots },
    items: page.items.map(toTodoItem),
    paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
  };
}

const todos = definePage<Subject, TodosPageData>({
  kind: 'todos',
  on: 'instance',
  path: 'dashboard/todos',
  ability: 'read_todos',
  load: async ({ ctx, query }) => ({
    title: 'To-do list',
    breadcrumbs: [{ text: 'To-do list', href: '/dashboard/todos' }],
    data: await loadTodos(ctx, query),
  }),
});

function ticked({ events }: Choice): Record<NotificationEvent, boolean> {
  const all = NOTIFICATION_EVENTS.map((event) => [event, events.includes(event)]);
  return Object.fromEntries(all) as Record<NotificationEvent, boolean>;
}

async function loadSettings(ctx: Context): Promise<NotificationSettingsPageData> {
  const choice = await choiceAt(ctx, {});
  const address = await findMailAddress(ctx, selfId(ctx));
  return {
    email: ctx.actor.kind === 'user' ? ctx.actor.email : '',
    isEmailConfirmed: address !== undefined,
    level: choice.level,
    events: ticked(choice),
    places: (await containerChoices(ctx)).map((place) => ({ ...place, events: ticked(place) })),
  };
}

const settings = definePage<Subject, NotificationSettingsPageData>({
  kind: 'notification_settings',
  on: 'instance',
  path: '-/profile/notifications',
  ability: 'read_own_work',
  nav: 'notifications',
  load: async ({ ctx }) => ({
    title: 'Notifications',
    context: profileContext(),
    breadcrumbs: [
      { text: 'Your account', href: '/-/profile' },
      { text: 'Notifications', href: '/-/profile/notifications' },
    ],
    data: await loadSettings(ctx),
  }),
});

export const notificationPages: readonly Page[] = [todos, settings];
