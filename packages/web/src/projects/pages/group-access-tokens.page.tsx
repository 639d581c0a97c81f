import { ResourceTokens } from '../access-tokens/resource-tokens.tsx';

export default ResourceTokens;
