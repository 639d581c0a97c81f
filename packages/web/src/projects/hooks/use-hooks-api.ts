import { useShell } from '../../app/navigation.tsx';

/** Address of the webhooks of the project that is shown. */
export function useHooksApi(): string {
  const { context } = useShell();
  return `/api/v4/projects/${context?.id ?? 0}/hooks`;
}
