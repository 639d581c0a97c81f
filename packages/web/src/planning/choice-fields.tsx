import { Combobox, type ComboboxOption } from '../ui/combobox.tsx';
import { createLabel, findLabels, findMilestones, searchUsers, MOST_OPTIONS } from './sidebar/find-options.tsx';

type Choice = {
  projectId: number;
  value: readonly ComboboxOption[];
  onValueChange: (value: ComboboxOption[]) => void;
};

/** Who is concerned, chosen while an issue or a merge request is written. */
export function UsersField({ projectId, ...choice }: Choice & { label: string }) {
  const load = (query: string, signal: AbortSignal) => searchUsers(projectId, query, signal);
  return <Combobox {...choice} multiple load={load} limit={MOST_OPTIONS} placeholder="None" />;
}

/** `mayCreate`: labels that are not there yet can be made from here. */
export function LabelsField({ projectId, mayCreate, ...choice }: Choice & { mayCreate: boolean }) {
  const load = (query: string, signal: AbortSignal) => findLabels(projectId, query, signal);
  const create = mayCreate ? (name: string) => createLabel(projectId, name) : undefined;
  return (
    <Combobox {...choice} label="Labels" multiple load={load} limit={MOST_OPTIONS} placeholder="None" create={create} />
  );
}

export function MilestoneField({ projectId, ...choice }: Choice) {
  const load = (query: string, signal: AbortSignal) => findMilestones(projectId, query, signal);
  return <Combobox {...choice} label="Milestone" load={load} limit={MOST_OPTIONS} placeholder="None" />;
}
