import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import { bindGitHttp } from './bind-git-http.ts';

export const gitHttpEndpoints: SliceEndpoints = { bind: bindGitHttp };
