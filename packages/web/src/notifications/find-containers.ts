import type { ContainerChoiceItem } from '@tributary/contract/notifications/page.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '@tributary/contract/notifications/enums.ts';
import { api } from '../lib/http.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';

type RestProject = { id: number; name: string; path_with_namespace: string };
type RestGroup = { id: number; name: string; full_path: string };

const LIMIT = 10;
const NOTHING_TICKED = Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, false])) as Record<
  NotificationEvent,
  boolean
>;
const found = new Map<string, ContainerChoiceItem>();

/** Own projects and groups by any part of their name. */
export async function findContainers(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { search, per_page: LIMIT };
  const [projects, groups] = await Promise.all([
    api.get<RestProject[]>('/api/v4/projects', { query: { ...query, membership: true }, signal }),
    api.get<RestGroup[]>('/api/v4/groups', { query: { ...query, min_access_level: 10 }, signal }),
  ]);
  const places: ContainerChoiceItem[] = [
    ...groups.map(({ id, name, full_path: path }) => ({ kind: 'group' as const, id, name, path })),
    ...projects.map(({ id, name, path_with_namespace: path }) => ({ kind: 'project' as const, id, name, path })),
  ].map((place) => ({ ...place, level: 'watch', events: NOTHING_TICKED }));
  for (const place of places) found.set(keyOf(place), place);
  return places.map((place) => ({ id: keyOf(place), text: place.name, detail: place.path }));
}

function keyOf({ kind, id }: { kind: string; id: number }): string {
  return `${kind}:${id}`;
}

/** What an option that was offered stands for. It begins with "watch": who adds a place wants to hear more of it. */
export function foundContainer(key: string): ContainerChoiceItem | undefined {
  return found.get(key);
}
