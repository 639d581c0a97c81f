import { api } from '../../lib/http.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';

type RestPerson = { id: number; name: string; username: string };
type RestLabel = { name: string; description: string | null };
type RestMilestone = { id: number; title: string };

const LIMIT = 20;

/** Members of the project, by any part of their name. */
export async function findPeople(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const people = await api.get<RestPerson[]>(`/api/v4/projects/${projectId}/members/all`, {
    query: { query, per_page: LIMIT },
    signal,
  });
  return people.map((person) => ({ id: String(person.id), text: person.name, detail: `@${person.username}` }));
}

export async function findLabels(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const labels = await api.get<RestLabel[]>(`/api/v4/projects/${projectId}/labels`, {
    query: { search: query, archived: false, per_page: LIMIT },
    signal,
  });
  return labels.map((label) => ({
    id: label.name,
    text: label.name,
    ...(label.description && { detail: label.description }),
  }));
}

export async function findMilestones(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const milestones = await api.get<RestMilestone[]>(`/api/v4/projects/${projectId}/milestones`, {
    query: { search: query, state: 'active', per_page: LIMIT },
    signal,
  });
  return milestones.map((milestone) => ({ id: String(milestone.id), text: milestone.title }));
}
