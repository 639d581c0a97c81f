import type { WidgetUser } from '@tributary/contract/merge-requests/widget.ts';

/** Who did it; accounts go, what they did stays. */
export function WidgetMember({ user }: { user: WidgetUser | null }) {
  if (!user) return <>a deleted user</>;
  return (
    <a href={`/${user.username}`} className="font-medium hover:underline">
      <bdi>{user.name}</bdi>
    </a>
  );
}
