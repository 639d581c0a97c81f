import { Time } from '../lib/time.tsx';

/** When a token or key was used last. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return 'Never used';
  return (
    <>
      Last used <Time value={at} />
    </>
  );
}
