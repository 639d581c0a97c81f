const HOUR_MS = 3_600_000;

/** Longer than the job tries to remove the branch: then it stays, whatever the reason was. */
export function removalGivenUpAt(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + HOUR_MS);
}

type Removal = { source_removal_until: Date | null; head_sha: string | null };

/** Is the branch, which is at `tip`, about to go? One with newer commits than were merged is not. */
export function isSourceBeingRemoved(row: Removal, tip: string | undefined, now: Date): boolean {
  return (
    row.source_removal_until !== null && row.source_removal_until > now && tip !== undefined && tip === row.head_sha
  );
}
