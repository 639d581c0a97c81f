import { QueryClient } from '@tanstack/react-query';
import { isAppError } from '../lib/app-error.ts';

/** An answer of the server is final; only a missing answer is worth asking again. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && isAppError(error) && (error.status === 0 || error.status === 503) && error.code !== 'aborted';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, gcTime: 5 * 60_000, retry: isWorthRetrying, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
