export { defineGroupNav, defineProjectNav, type GroupNavEntry, type ProjectNavEntry } from './nav-registry.ts';
