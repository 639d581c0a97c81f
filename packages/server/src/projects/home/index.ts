export { defineEventNotes } from './event-notes.ts';
export { definePushedBranch } from './pushed-branch.ts';
export { defineHomeSection, type HomeSectionDefinition } from './home-sections.ts';
export {
  type Activity,
  type PushActivity,
  recordActivities,
  recordActivity,
  changeActivityAbility,
  removeActivity,
  removeLastActivity,
  retellNote,
} from './record-activity.ts';
