/**
 * Composes what the slices of merge requests offer: pages, GraphQL, the noteable, and the checks of stored data.
 * Nothing stands on it but `app`.
 */
import './define-noteable.ts';
import './verify.ts';

export { mergeRequestPageEndpoints } from './endpoints/index.ts';
