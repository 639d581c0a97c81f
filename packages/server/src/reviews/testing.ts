export { updateDraft } from './operations/change-draft.ts';
