import './commit-todo.ts';
import type { SliceFaces } from '../../faces/slice.ts';
import { leavePages, leavePlaceRoutes } from './leave-routes.ts';
import { todoPlaceRoutes } from './page-actions.ts';
import { notificationPages } from './pages.ts';
import { mailDoorRoutes } from './rest-mail-door.ts';
import { settingsRoutes } from './rest-settings.ts';
import { todoRoutes } from './rest-todos.ts';

export const notificationFaces: SliceFaces = {
  graphql: async () => (await import('./graphql.ts')).extendWithTodos,
  rest: [...todoRoutes, ...settingsRoutes, ...mailDoorRoutes],
  pages: [...notificationPages, ...leavePages],
  placeRoutes: [...todoPlaceRoutes, ...leavePlaceRoutes],
};
