/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './members/accept-invitations.ts';
import './members/expire-members.ts';
import './members/user-associations.ts';
import './namespaces/personal-namespaces.ts';
import './events.ts';
import './access/audit-subjects.ts';
import './group-links/expire-links.ts';
import './access-tokens/end-bots.ts';
import './access-tokens/notify-expiring.ts';
import './deploy-tokens/register.ts';
import './lifecycle/delete-overdue.ts';
import './lifecycle/recover-projects.ts';
import './lifecycle/registrations.ts';
import './navigation/nav-entries.ts';
import './home/expire-activity.ts';
import './home/project-activity.ts';
import './search/endpoints/search-scopes.ts';

export { projectEndpoints } from './endpoints/index.ts';
