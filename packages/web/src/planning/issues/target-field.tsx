import { useCallback } from 'react';
import { api } from '../../lib/http.ts';
import { Combobox, type ComboboxOption, type OptionLoad } from '../../ui/combobox.tsx';

const LIMIT = 20;
/** Of a Reporter: who may work on the issues of a project. */
const LEAST_LEVEL = 20;

type RestProject = { id: number; name: string; path_with_namespace: string };

/** Projects where the reader may work on issues. */
async function findProjects(query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const projects = await api.get<RestProject[]>('/api/v4/projects', {
    query: {
      search: query,
      search_namespaces: true,
      membership: true,
      min_access_level: LEAST_LEVEL,
      archived: false,
      simple: true,
      per_page: LIMIT + 1,
    },
    signal,
  });
  return projects.map(({ id, name, path_with_namespace }) => ({
    id: String(id),
    text: path_with_namespace,
    detail: name,
  }));
}

/** Which project an issue goes to. */
export function TargetField(props: {
  value: ComboboxOption[];
  onValueChange: (value: ComboboxOption[]) => void;
  /** It is there already. */
  exceptId?: number;
}) {
  const { value, onValueChange, exceptId } = props;
  const load = useCallback<OptionLoad>(
    async (query, signal) => (await findProjects(query, signal)).filter(({ id }) => id !== String(exceptId)),
    [exceptId],
  );
  return (
    <Combobox
      label="Project"
      value={value}
      onValueChange={onValueChange}
      load={load}
      placeholder="Select a project"
      clearable={false}
    />
  );
}
