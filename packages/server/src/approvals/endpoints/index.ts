import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { approvalPages } from './pages.ts';
import { approvalPageRoutes } from './page-routes.ts';
import { ruleRoutes } from './rest-rules.ts';
import { settingRuleRoutes } from './rest-setting-rules.ts';
import { settingRoutes } from './rest-settings.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const approvalEndpoints: SliceEndpoints = {
  rest: [...ruleRoutes, ...settingRoutes, ...settingRuleRoutes],
  pages: approvalPages,
  placeRoutes: approvalPageRoutes,
};
