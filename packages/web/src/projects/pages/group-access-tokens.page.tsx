import { PlaceTokens } from '../access-tokens/place-tokens.tsx';

export default PlaceTokens;
