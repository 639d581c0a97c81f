import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { leavePages, unsubscribeScopedRoutes } from './unsubscribe-routes.ts';
import { todoScopedRoutes } from './page-actions.ts';
import { notificationPages } from './pages.ts';
import { incomingMailRoutes } from './rest-incoming-mail.ts';
import { settingsRoutes } from './rest-settings.ts';
import { todoRoutes } from './rest-todos.ts';

export const notificationEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql.ts')).extendWithTodos,
  rest: [...todoRoutes, ...settingsRoutes, ...incomingMailRoutes],
  pages: [...notificationPages, ...leavePages],
  placeRoutes: [...todoScopedRoutes, ...unsubscribeScopedRoutes],
};
