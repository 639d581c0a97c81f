import type { PageUser } from '@tributary/contract/planning/page.ts';
import { api } from '../../lib/http.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { ComboboxOption } from '../../ui/option-list.tsx';
import { LabelDot } from '../../ui/label.tsx';

type RestPerson = { id: number; name: string; username: string; avatar_url: string | null };
type RestLabel = { name: string; color: string; description?: string | null };
type RestMilestone = { id: number; title: string };

/** How many are shown; one more is asked for, which tells that there are others. */
export const MOST_OPTIONS = 50;
const LIMIT = MOST_OPTIONS + 1;

export function userOption(person: Omit<PageUser, 'path'>): ComboboxOption {
  return {
    id: String(person.id),
    text: person.name,
    detail: `@${person.username}`,
    visual: <Avatar name={person.name} id={person.id} src={person.avatarUrl} size={20} />,
  };
}

export function labelOption(label: RestLabel): ComboboxOption {
  return {
    id: label.name,
    text: label.name,
    visual: <LabelDot color={label.color} />,
    ...(label.description && { detail: label.description }),
  };
}

/** Members of the project, by any part of their name. */
export async function searchUsers(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const people = await api.get<RestPerson[]>(`/api/v4/projects/${projectId}/members/all`, {
    query: { query, per_page: LIMIT },
    signal,
  });
  return people.map(({ avatar_url: avatarUrl, ...person }) => userOption({ ...person, avatarUrl }));
}

export async function findLabels(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const labels = await api.get<RestLabel[]>(`/api/v4/projects/${projectId}/labels`, {
    query: { search: query, archived: false, per_page: LIMIT },
    signal,
  });
  return labels.map(labelOption);
}

/** Distinct on both backgrounds; a name always gets the same one. */
const LABEL_COLORS = ['#c2571a', '#9a6d00', '#3d7d1f', '#12806a', '#1f75cb', '#6b4fbb', '#b0478f', '#c9303e'];

/** A label of the project with a colour picked by its name; both can be changed on the page of labels. */
export async function createLabel(projectId: number, name: string): Promise<ComboboxOption> {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const color = LABEL_COLORS[sum % LABEL_COLORS.length];
  return labelOption(await api.post<RestLabel>(`/api/v4/projects/${projectId}/labels`, { body: { name, color } }));
}

export async function findMilestones(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const milestones = await api.get<RestMilestone[]>(`/api/v4/projects/${projectId}/milestones`, {
    query: { search: query, state: 'active', per_page: LIMIT },
    signal,
  });
  return milestones.map((milestone) => ({ id: String(milestone.id), text: milestone.title }));
}
