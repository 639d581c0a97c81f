/** When a commit was made, as dates that endpoints give out. */
export { isoMoment, momentOf } from '@tributary/git';
