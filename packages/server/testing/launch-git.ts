import { startLauncher } from '@tributary/git';

/*
 * As the service does. A worker that has loaded hundreds of test files is large, and a fork of 500 MB costs ten times the
 * processor time of a small one.
 */
startLauncher();
