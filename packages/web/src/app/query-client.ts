import { QueryClient } from '@tanstack/react-query';
import { isWorthRetrying } from '../lib/app-error.ts';

/** Given to each question by who asks it: a provider around the app would load all of it before the first view. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 5 * 60_000, retry: isWorthRetrying, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
