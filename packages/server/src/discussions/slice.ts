/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './events.ts';
import './tables.ts';
import './markdown/references-in-files.ts';
import './markdown/user-references.ts';
import './instance-statistics.ts';
import './stored-uploads.ts';
import './sweep-uploads.ts';
import './completion/general-sources.ts';
import './commits/commit-noteable.ts';
import './commits/commit-notes-data.ts';
import './awards/quick-action.ts';
import './mentions/on-note.ts';
import './internal-topic.ts';
import './quick-actions/run-once.ts';
import './autosave/expire-autosaves.ts';
import './endpoints/event-notes.ts';
import './endpoints/search-scope.ts';
import './custom-emoji/resolve-emoji.ts';

export { discussionEndpoints } from './endpoints/index.ts';
