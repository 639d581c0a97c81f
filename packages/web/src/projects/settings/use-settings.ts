import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { useForm } from '../../ui/form.tsx';

/** Saves one part of the settings of a project with its own button, so that an error in one part blocks no other. */
export function useSettings<V extends Record<string, string | boolean>>(
  projectId: number,
  initial: V,
  toBody: (values: V) => Record<string, unknown> = (values) => values,
  onSaved?: () => void,
) {
  return useForm<V>({
    asksBeforeLeaving: true,
    initial,
    onSubmit: async (values) => {
      await api.put(`/api/v4/projects/${projectId}`, { body: toBody(values) });
      await reloadPage();
      onSaved?.();
    },
  });
}
